import * as z from 'zod/mini';

export const COURSE_STAGES = ['start', 'step', 'lastStep', 'stopped'] as const;

/**
 * A question to take to the doctor, for some stages of a course, medicines (ids) or doses in force (mg a day); for all
 * where none are named. `{dose}`, `{next}` and `{date}` in its text are filled in.
 */
export const courseQuestionSchema = z.object({
  text: z.string(),
  when: z.optional(z.array(z.enum(COURSE_STAGES))),
  medicines: z.optional(z.array(z.int())),
  upTo: z.optional(z.number()),
});
export type CourseQuestion = z.infer<typeof courseQuestionSchema>;
