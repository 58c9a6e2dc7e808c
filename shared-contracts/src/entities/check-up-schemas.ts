import * as z from 'zod/mini';
import type { CheckUpAnswers, CheckUpField } from './check-up-fields.ts';

const answer = z.boolean();

/** The schema of each field, apart from their names and words, which pages load without zod. */
const SCHEMAS = { sleep: answer, mood: answer, active: answer } satisfies {
  [F in CheckUpField]: z.ZodMiniType<CheckUpAnswers[F]>;
};
export const checkUpSchemas: { [F in CheckUpField]: (typeof SCHEMAS)[F] } = SCHEMAS;
