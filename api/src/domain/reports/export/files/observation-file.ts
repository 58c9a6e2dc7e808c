import * as z from 'zod';
import { day, studyId } from '../../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../../core/export/export-file.ts';
import { labelled } from '../../../core/export/labels.ts';
import { REQUEST_REASONS } from '../../../trial/consent/data-consent-request.ts';
import { OBSERVED_SQL } from '../../trial-numbers/observed.ts';

const days = (name: string, means: string, revealsArm = false): ExportColumn => ({
  name,
  means,
  schema: z.int(),
  unit: 'days',
  from: 'Counted, as on the trial’s own page',
  revealsArm,
});

/** How long each participant was observed, and why no longer. */
export const observationFile: ExportFile = {
  name: 'observation',
  means: 'A row for each participant who gave consent: how long they were observed, and why no longer.',
  key: ['study_id'],
  columns: [
    studyId,
    day('consent_day', 'When consent was first given: always 0.', 'First consent'),
    day('draw_day', 'Day of randomisation; empty before it.', 'Allocation', true),
    day(
      'withdrawal_day',
      'When the participant left the trial: the first stop of all contact since the last consent; empty for those who go on, and where it was not kept.',
      'Stop',
      true,
    ),
    {
      ...day(
        'left_plan_day',
        'When the participant left the plan and stayed in the follow-up; empty for all others.',
        'Stop',
        true,
      ),
      revealsArm: true,
    },
    {
      name: 'withdrawal_reason',
      means: 'The reason that was given then; empty where it was not kept.',
      schema: z.enum(Object.keys(REQUEST_REASONS)).nullable(),
      labels: labelled(REQUEST_REASONS),
      from: 'Stop',
    },
    day(
      'censoring_day',
      'The last day observed: the day of the export, the withdrawal day, or, where that was not kept, the last of consent, randomisation and follow-ups done.',
      'Counted',
    ),
    {
      name: 'censoring_reason',
      means: 'Why it ends there.',
      schema: z.enum(['going-on', 'withdrew', 'anonymous']),
      labels: labelled({
        'going-on': 'Still taking part on the day of the export',
        withdrew: 'Withdrew; the information is kept',
        anonymous: 'Withdrew and was made anonymous',
      }),
      from: 'Data consent',
    },
    day('export_day', 'The day of the export: until then a participant could have been observed.', 'Counted'),
    days('days_observed', 'From the consent to the censoring day, both included.'),
    {
      ...day('first_record_day', 'The first day recorded; empty before it.', 'Daily record', true),
      revealsArm: true,
    },
    days(
      'days_due',
      'Days on which a record was expected: from the first one recorded to the day before the censoring day, or before the plan was left, which counts itself once it is recorded.',
      true,
    ),
    days('days_recorded', 'Those of them with a record.', true),
  ],
  sql: `, ${OBSERVED_SQL} select study_id, consented_on - day_zero as consent_day, randomised_on - day_zero as draw_day,
      left_on - day_zero as withdrawal_day,
      left_plan_on - day_zero as left_plan_day,
      left_reason as withdrawal_reason,
      until - day_zero as censoring_day, (at at time zone zone)::date - day_zero as export_day,
      case o.data_consent when 'agree' then 'withdrew' when 'anonymous' then 'anonymous' else 'going-on' end as censoring_reason,
      until - day_zero + 1 as days_observed, first_record - day_zero as first_record_day, days_due, days_recorded
    from given cross join people join observed o on o.id = people.id order by study_id`,
};
