import * as z from 'zod/mini';
import { homeStepSchema, userSchema } from './user.ts';

/** `crisis` asks for the crisis contacts as soon as the option is chosen. */
const surveyOptionSchema = z.object({ id: z.int(), text: z.string(), crisis: z.boolean() });

/**
 * The first question is the life-event question: options[0] means No, options[1] means Yes. `list` holds what the text
 * speaks of; earlier servers send none.
 */
const surveyQuestionSchema = z.object({
  id: z.int(),
  text: z.string(),
  list: z.optional(z.array(z.string())),
  options: z.array(surveyOptionSchema),
});
export type SurveyQuestion = z.infer<typeof surveyQuestionSchema>;

/** `answers` is aligned with `questions`: the option's id, or null when unanswered. */
export const surveySchema = z.object({
  questions: z.array(surveyQuestionSchema),
  answers: z.array(z.nullable(z.int())),
});
export type Survey = z.infer<typeof surveySchema>;

/** `group` is the stratum of risk, never the trial arm. `user` is null for a visitor. */
export const surveyScoreSchema = z.object({
  eligible: z.boolean(),
  predict: z.int(),
  group: z.enum(['low', 'medium', 'high']),
  homestep: homeStepSchema,
  user: z.nullable(userSchema),
});
export type SurveyScore = z.infer<typeof surveyScoreSchema>;
