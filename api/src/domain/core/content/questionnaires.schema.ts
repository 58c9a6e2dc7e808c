import { z } from 'zod';
import { demonstration, text } from './content-values.ts';

/** A column of the questionnaires' CSV, and of the export. */
const name = z.string().regex(/^[a-z](?:_?[a-z0-9]){0,20}$/, 'must be lower case and short, such as dose_mg');

const described = { name, text, optional: z.boolean().default(false) };
const range = { unit: text.optional(), min: z.number(), max: z.number() };
const fieldSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...described, ...range, type: z.literal('number') }),
  z.strictObject({ ...described, ...range, type: z.literal('whole-number') }),
  z.strictObject({
    ...described,
    type: z.literal('choice'),
    options: z.array(z.strictObject({ value: z.int(), text })).min(2),
  }),
]);
export type QuestionnaireField = z.output<typeof fieldSchema>;

/** The shape of questionnaires.yaml: the codebook by which the results of the questionnaires are imported. */
export const questionnairesSchema = z.strictObject({
  demonstration,
  columns: z.strictObject({ studyId: text, months: text, completedOn: text }),
  fields: z.array(fieldSchema).min(1),
});
