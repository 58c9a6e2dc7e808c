import * as z from 'zod/mini';
import type { CheckUpAnswers } from './check-up-fields.ts';

const answer = z.boolean();

/** The schema of each field, apart from their names and words, which pages load without zod. */
export const checkUpSchemas = {
  sleep: answer,
  mood: answer,
  active: answer,
} satisfies { [F in keyof CheckUpAnswers]: z.ZodMiniType<CheckUpAnswers[F]> };
