import * as z from 'zod';
import type { Content } from '../../core/content/load-content.ts';
import { day, studyId } from '../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../core/export/export-file.ts';
import { dailyUnit, optionLabels } from '../../core/export/labels.ts';

const FROM = 'Questions before randomisation; labels from setup.yaml and medicines.yaml';

/** What each participant took before randomisation, alike in both arms. */
export const baselineFile = (content: Content): ExportFile => {
  const all = optionLabels(content);
  const optionsOf = (sets: string) =>
    new Map(
      content.setup.questions
        .filter((question) => question.sets === sets)
        .flatMap(({ options }) => options.map(({ id, text }) => [String(id), text] as const)),
    );
  const doses = content.medicines.flatMap((medicine) => medicine.doses);
  const choice = (name: string, means: string, labels: ReadonlyMap<string, string>): ExportColumn => ({
    name,
    means,
    schema: z.int(),
    labels,
    from: FROM,
  });
  return {
    name: 'baseline',
    means: 'A row for each participant who answered the questions about their medicine before randomisation.',
    key: ['study_id'],
    columns: [
      studyId,
      choice('medicine_id', 'The medicine.', optionsOf('medicine')),
      choice(
        'dose_id',
        'Its dose in a whole day.',
        new Map(doses.map(({ id }) => [String(id), all.get(String(id)) ?? ''])),
      ),
      {
        name: 'dose_mg',
        means: 'That dose as a number.',
        schema: z.number().nullable(),
        unit: dailyUnit(content),
        from: FROM,
      },
      choice('duration_id', 'How long it had been taken.', optionsOf('duration')),
      day('baseline_day', 'When it was answered last.', 'Questions before randomisation'),
    ],
    sql: `select study_id, b.medicine as medicine_id, b.dose as dose_id, d.mg as dose_mg, b.duration as duration_id,
        (b.saved_at at time zone zone)::date - day_zero as baseline_day
      from people cross join given join baseline b on b.participant_id = people.id
      left join (values ${doses.map(({ id, mg }) => `(${id}, ${mg}::float8)`).join(', ')}) d (id, mg) on d.id = b.dose
      order by study_id`,
  };
};
