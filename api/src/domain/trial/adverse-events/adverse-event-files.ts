import * as z from 'zod';
import type { Content } from '../../core/content/load-content.ts';
import type { Safety } from '../../core/content/safety.schema.ts';
import { day, studyId } from '../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../core/export/export-file.ts';
import { ARM_LABELS, labelled } from '../../core/export/labels.ts';
import { ARMS } from '../randomisation/permuted-blocks.ts';
import { FROM_WARNING_SIGN } from './adverse-event.schema.ts';

const FROM = 'Adverse event; labels from safety.yaml';

const choice = (name: string, means: string, choices: Safety['severities']): ExportColumn => ({
  name,
  means,
  schema: z.string(),
  labels: new Map(choices.map(({ id, text }) => [id, text])),
  from: FROM,
});

/** What only those say who know the group; empty until one of them did. */
const assessment = (name: string, means: string, choices: Safety['severities']): ExportColumn => ({
  ...choice(name, `${means}; empty where it is not assessed yet.`, choices),
  schema: z.string().nullable(),
  revealsArm: true,
});

const yesNo = (name: string, means: string): ExportColumn => ({
  name,
  means,
  schema: z.boolean(),
  from: 'Adverse event',
});

const eventsSql = (condition: string): string => `select study_id,
    row_number() over (partition by study_id order by v.aware_at, e.id)::int as event,
    v.onset - day_zero as onset_day, v.ended - day_zero as ended_day,
    (v.aware_at at time zone zone)::date - day_zero as aware_day,
    (v.reported_at at time zone zone)::date - day_zero as reported_day, jsonb_array_length(v.criteria) > 0 as serious,
    coalesce((select string_agg(c.id, ' ') from jsonb_array_elements_text(v.criteria) c (id)), '') as criteria,
    v.severity, nullif(v.relatedness, '') as relatedness, nullif(v.expectedness, '') as expectedness, v.outcome,
    nullif(v.action, '') as action, v.term, v.term_code,
    (v.ethics_reported_at at time zone zone)::date - day_zero as ethics_day, e.warning_sign_id is not null as from_warning_sign,
    v.signed_at is not null as signed_off, v.version::int as versions
  from given cross join people join adverse_event e on e.participant_id = people.id
  join adverse_event_version v on v.event_id = e.id and v.superseded_at is null
  where e.voided_at is null and ${condition} order by study_id, event`;

/** Adverse events by their newest version, and how many were erased with their participants. */
export const adverseEventFiles = ({ safety }: Content): readonly ExportFile[] => [
  {
    name: 'adverse_events',
    means:
      'A row for each adverse event, as its newest version says; in a masked export without those recorded from a warning sign, which only one arm has. Descriptions are free text and left out, and so are events that were voided.',
    key: ['study_id', 'event'],
    columns: [
      studyId,
      {
        name: 'event',
        means: 'Number of the participant’s event, from 1, in the order in which the team knew of them.',
        schema: z.int(),
        from: 'Order of the events',
      },
      day('onset_day', 'When it began.', 'Adverse event'),
      day('ended_day', 'When it ended; empty while it goes on.', 'Adverse event', true),
      day('aware_day', 'When the team first knew of it.', 'Adverse event'),
      day(
        'reported_day',
        'When a serious one was reported to the sponsor; empty before.',
        'Adverse event',
        true,
      ),
      day(
        'ethics_day',
        'When a serious one was reported to the ethics committee; empty before.',
        'Adverse event',
        true,
      ),
      yesNo('serious', 'Meets at least one of the criteria of ICH E2A.'),
      {
        name: 'criteria',
        means: `The criteria that it meets, by their ids, with a space between them: ${safety.criteria.map(({ id, text }) => `${id} = ${text}`).join('; ')}.`,
        schema: z.string(),
        from: FROM,
      },
      choice('severity', 'How severe it was.', safety.severities),
      assessment('relatedness', 'Whether it is related to the reduction', safety.relatedness),
      assessment('expectedness', 'Whether it was expected', safety.expectedness),
      choice('outcome', 'What came of it.', safety.outcomes),
      assessment('action', 'What was done about the reduction', safety.actions),
      {
        name: 'term',
        means: 'How it is coded, such as the preferred term of MedDRA; empty before.',
        schema: z.string(),
        from: 'Adverse event',
      },
      {
        name: 'term_code',
        means: 'The code of the term; empty where none was given.',
        schema: z.string(),
        from: 'Adverse event',
      },
      yesNo('from_warning_sign', 'Was recorded from a warning sign; never in a masked export.'),
      { ...yesNo('signed_off', 'A second member of the team signed it off.'), revealsArm: true },
      {
        name: 'versions',
        means: 'How many versions it has.',
        schema: z.int(),
        unit: 'versions',
        from: 'Adverse event',
        revealsArm: true,
      },
    ],
    sql: eventsSql('true'),
    maskedSql: eventsSql(`e.warning_sign_id is null and v.source <> '${FROM_WARNING_SIGN}'`),
  },
  {
    name: 'deleted_adverse_events',
    means:
      'A row for each arm and seriousness with adverse events that were deleted with their participants.',
    key: ['arm', 'serious'],
    revealsArm: true,
    columns: [
      {
        name: 'arm',
        means: 'Arm of the participant.',
        schema: z.enum([...ARMS, 'none']),
        labels: labelled({ ...Object.fromEntries(ARM_LABELS), none: 'Not randomised' }),
        from: 'Allocation',
      },
      yesNo('serious', 'Met at least one of the criteria of ICH E2A.'),
      { name: 'events', means: 'How many there were.', schema: z.int(), unit: 'events', from: 'Counter' },
    ],
    sql: 'select arm, serious, count as events from erased_adverse_events order by arm, serious',
  },
];
