import * as z from 'zod';
import type { Content } from '../../../core/content/load-content.ts';
import type { ExportColumn, ExportFile } from '../../../core/export/export-file.ts';
import { ARM_LABELS, labelled } from '../../../core/export/labels.ts';
import { REQUEST_REASONS } from '../../../trial/consent/data-consent-request.ts';
import { ARMS } from '../../../trial/randomisation/permuted-blocks.ts';
import { OBSERVED_SQL } from '../../trial-numbers/observed.ts';

const YES_NO = { schema: z.enum(['Y', 'N']), labels: labelled({ Y: 'Yes', N: 'No' }) };
const relativeDay = (name: string, means: string, from: string): ExportColumn => ({
  name,
  means,
  schema: z.int().nullable(),
  unit: 'days since the first consent',
  from,
});

/** One row for each person, by the names of CDISC's ADSL where it has them; made from the other files' rows. */
export const adslFile = ({ followUps }: Content): ExportFile => ({
  name: 'adsl',
  means:
    'A row for each participant who gave consent: who they are in the analysis, by the names of ADSL where it has them.',
  key: ['USUBJID'],
  columns: [
    {
      name: 'USUBJID',
      means: 'The participant: study_id of all other files.',
      schema: z.string(),
      from: 'participants.csv',
    },
    { name: 'RANDFL', means: 'Was randomised.', ...YES_NO, from: 'allocations.csv' },
    {
      name: 'ITTFL',
      means: 'Is in the population of the declared analysis: everyone who was randomised.',
      ...YES_NO,
      from: 'allocations.csv',
    },
    {
      name: 'ARM',
      means: 'Arm assigned; empty before randomisation.',
      schema: z.enum(ARMS).nullable(),
      labels: ARM_LABELS,
      from: 'allocations.csv',
      revealsArm: true,
    },
    {
      name: 'STRATAR',
      means: 'Stratum by which randomisation is stratified.',
      schema: z.string().nullable(),
      from: 'survey_outcomes.csv',
    },
    relativeDay('RANDDY', 'Day of randomisation (ADSL has its date, RANDDT).', 'allocations.csv'),
    {
      name: 'EOSSTT',
      means: 'How the participant’s part in the trial stands.',
      schema: z.enum(['ONGOING', 'DISCONTINUED', 'COMPLETED']),
      labels: labelled({
        ONGOING: 'Goes on',
        DISCONTINUED: 'Stopped all contact',
        COMPLETED: 'The window of the last follow-up is over',
      }),
      from: 'Data consent, follow-ups.yaml',
    },
    relativeDay(
      'EOSDY',
      'Day of that stop (ADSL has its date, EOSDT); empty for others, and where it was not kept.',
      'stops.csv',
    ),
    {
      name: 'DCSREAS',
      means: 'The reason that was given for it; empty where it was not kept.',
      schema: z.enum(Object.keys(REQUEST_REASONS)).nullable(),
      labels: labelled(REQUEST_REASONS),
      from: 'stops.csv',
    },
  ],
  sql: `, ${OBSERVED_SQL} select study_id as "USUBJID",
      case when randomised_on is null then 'N' else 'Y' end as "RANDFL", case when randomised_on is null then 'N' else 'Y' end as "ITTFL",
      o.arm as "ARM", o.stratum as "STRATAR", randomised_on - day_zero as "RANDDY",
      case when o.data_consent is not null then 'DISCONTINUED'
        when (randomised_on + make_interval(months => ${Math.max(...followUps.months)}, days => ${followUps.window.after}))::date < (at at time zone zone)::date
          then 'COMPLETED' else 'ONGOING' end as "EOSSTT",
      left_on - day_zero as "EOSDY", left_reason as "DCSREAS"
    from given cross join people join observed o on o.id = people.id order by study_id`,
});
