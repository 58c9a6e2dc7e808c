import * as z from 'zod';
import type { Content } from '../../core/content/load-content.ts';
import { day, studyId } from '../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../core/export/export-file.ts';

const FROM = 'External questionnaire; questionnaires.yaml';

/** The results of the questionnaires, which both arms answer alike, once the linkage of their ids was released. */
export const questionnaireResultsFile = ({ questionnaires }: Content): ExportFile => ({
  name: 'questionnaire_results',
  means:
    'A row for each questionnaire of each follow-up whose results came in, by the newest import. None before the linkage was released.',
  key: ['study_id', 'months'],
  columns: [
    studyId,
    {
      name: 'months',
      means: 'The follow-up, by calendar months from randomisation.',
      schema: z.int(),
      unit: 'months',
      from: 'follow-ups.yaml',
    },
    day('result_day', 'When the questionnaire was completed.', FROM),
    ...questionnaires.fields.map((field): ExportColumn => {
      const value = field.type === 'number' ? z.number() : z.int();
      return {
        name: field.name,
        means: field.text,
        schema: field.optional ? value.nullable() : value,
        from: FROM,
        ...(field.type === 'choice'
          ? { labels: new Map(field.options.map(({ value, text }) => [String(value), text])) }
          : field.unit && { unit: field.unit }),
      };
    }),
  ],
  sql: `select study_id, r.months::int, r.completed_on - day_zero as result_day,
      ${questionnaires.fields.map(({ name }) => `(r.answers->>'${name}')::float8 as ${name}`).join(', ')}
    from people join questionnaire_result r on r.participant_id = people.id
    where r.version = (select max(version) from questionnaire_import)
      and exists (select from linkage where confirmed_at is not null)
    order by study_id, months`,
});
