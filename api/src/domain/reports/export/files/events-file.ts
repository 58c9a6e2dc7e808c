import * as z from 'zod';
import { day, studyId } from '../../../core/export/common-columns.ts';
import type { ExportFile } from '../../../core/export/export-file.ts';
import { labelled } from '../../../core/export/labels.ts';

const EVENTS = {
  consent: 'Gave consent, again where they had stopped',
  randomisation: 'Was randomised',
  questionnaire: 'Completed a questionnaire; its value is the months of the follow-up',
  stop_contact: 'Stopped all contact',
  adverse_event: 'An adverse event began; its value is its number in adverse_events.csv',
  stop_plan: 'Left the plan',
  dose: 'Reported a dose; its value is the dose a day',
} as const;

const zoned = (instant: string): string => `(${instant} at time zone zone)::date - day_zero`;
/** What both arms can have. */
const BOTH_SQL = `select study_id, 'consent' as event, ${zoned('c.agreed_at')} as study_day, null::float8 as value
    from people cross join given join consent c on c.participant_id = people.id
  union all select study_id, 'randomisation', ${zoned('a.drawn_at')}, null
    from people cross join given join allocation a on a.participant_id = people.id
  union all select study_id, 'questionnaire', r.completed_on - day_zero, r.months
    from people join questionnaire_result r on r.participant_id = people.id
    where r.version = (select max(version) from questionnaire_import)
      and exists (select from linkage where confirmed_at is not null)
  union all select study_id, 'stop_contact', s.stopped_on - day_zero, null
    from people join stop s on s.participant_id = people.id where s.degree <> 'plan'`;
/** What the reduction arm has only, and adverse events, some of which do. */
const ONE_ARM_SQL = `union all select study_id, 'stop_plan', s.stopped_on - day_zero, null
    from people join stop s on s.participant_id = people.id where s.degree = 'plan'
  union all select study_id, 'dose', d.day - day_zero, d.dose::float8
    from people join dose_report d on d.participant_id = people.id
  union all select study_id, 'adverse_event', v.onset - day_zero,
      row_number() over (partition by people.id order by v.aware_at, e.id)
    from people join adverse_event e on e.participant_id = people.id and e.voided_at is null
    join adverse_event_version v on v.event_id = e.id and v.superseded_at is null`;
const inOrder = (rows: string): string =>
  `select study_id, row_number() over (partition by study_id order by study_day, event, value)::int as number, event, study_day, value
    from (${rows}) events order by study_id, number`;

/** One row for each event of a person, in their order. */
export const eventsFile: ExportFile = {
  name: 'events',
  means: 'A row for each event of each participant, in their order; the other files have more of each.',
  key: ['study_id', 'number'],
  derived: true,
  columns: [
    studyId,
    {
      name: 'number',
      means: 'Number of the event, from 1, in the order of days. A later export may count otherwise.',
      schema: z.int(),
      from: 'Order of the days',
    },
    {
      name: 'event',
      means: 'What happened.',
      schema: z.enum(Object.keys(EVENTS)),
      labels: labelled(EVENTS),
      from: 'The other files',
    },
    day('study_day', 'When it was.', 'The other files'),
    {
      name: 'value',
      means: 'What the event says has a value; else empty.',
      schema: z.number().nullable(),
      from: 'The other files',
    },
  ],
  sql: inOrder(`${BOTH_SQL} ${ONE_ARM_SQL}`),
  maskedSql: inOrder(BOTH_SQL),
};
