import * as z from 'zod';
import { day, studyId } from '../../core/export/common-columns.ts';
import type { ExportFile } from '../../core/export/export-file.ts';
import { labelled } from '../../core/export/labels.ts';
import { VALUE_KINDS, type ValueKind } from './correction.entities.ts';

/** A day becomes one that is counted from the consent, as in every file. */
const valueSql = (column: string): string =>
  `case when c.${column} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then (c.${column}::date - day_zero)::text else c.${column} end`;

/** A symptom or an activity has the number that other files have as `item`. */
const itemSql = (kind: 'symptom' | 'activity'): string =>
  `when c.field ~ '^${kind}-[0-9]+$' then '${kind}-' || (select count(*) from ${kind} i
    where i.participant_id = people.id and i.id <= substr(c.field, ${kind.length + 2})::int)`;

const correctionsSql = (condition: string): string => `select study_id,
    row_number() over (partition by study_id order by c.at, c.id)::int as correction, c.kind,
    case when c.kind = 'record' then c.target::date - day_zero end as value_day,
    case when c.kind in ('follow-up', 'dose-report') then c.target end as value_of,
    case ${itemSql('symptom')} ${itemSql('activity')} else c.field end as field,
    ${valueSql('old_value')} as old_value, ${valueSql('new_value')} as new_value,
    (c.at at time zone zone)::date - day_zero as corrected_day, c.query_id is not null as by_query
  from given cross join people join correction c on c.participant_id = people.id
  where ${condition} order by study_id, correction`;

const value = (name: string, means: string) => ({
  name,
  means: `${means}: true or false, a dose a day, an option’s id, or a day counted from the first consent.`,
  schema: z.string(),
  from: 'Correction',
});

/** Values that the team corrected. The files have the new ones. */
export const correctionsFile: ExportFile = {
  name: 'corrections',
  means:
    'A row for each value that the team corrected, with what it was and what it is; in a masked export those only that both arms can have. Reason and source are free text and left out.',
  key: ['study_id', 'correction'],
  columns: [
    studyId,
    {
      name: 'correction',
      means: 'Number of the participant’s correction, from 1, in the order in which they were made.',
      schema: z.int(),
      from: 'Order of the corrections',
    },
    {
      name: 'kind',
      means: 'What the value belongs to.',
      schema: z.enum(Object.keys(VALUE_KINDS) as ValueKind[]),
      labels: labelled(VALUE_KINDS),
      from: 'Correction',
    },
    day('value_day', 'The own day of a check-up; empty for other values.', 'Correction', true),
    {
      name: 'value_of',
      means: 'Months of a follow-up, or the id of a dose report; empty for other values.',
      schema: z.string().nullable(),
      from: 'Correction',
    },
    {
      name: 'field',
      means:
        'Which value; for a symptom or an activity of a check-up its number on the list (item), as in symptom-3.',
      schema: z.string(),
      from: 'Correction',
    },
    value('old_value', 'What it was'),
    value('new_value', 'What it is'),
    day('corrected_day', 'When it was corrected.', 'Correction'),
    { name: 'by_query', means: 'A data query asked for it.', schema: z.boolean(), from: 'Correction' },
  ],
  sql: correctionsSql('true'),
  maskedSql: correctionsSql(`c.kind in ('follow-up', 'baseline')`),
};
