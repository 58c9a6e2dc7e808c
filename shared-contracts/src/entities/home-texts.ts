import * as z from 'zod/mini';

/** Filled in: good days, and the days recorded that they are of. */
export const LOOK_BACK_PLACEHOLDERS = ['good', 'days'] as const;

/** What Home says after a check-up and under Look back, as the content has it. */
export const homeTextsSchema = z.object({
  /** After a check-up. */
  saved: z.string(),
  lookBack: z.object({
    /** Of the last four weeks, the four before the present step, and the four before the last. */
    recent: z.string(),
    beforeStep: z.string(),
    before: z.string(),
    nothing: z.string(),
  }),
});
export type HomeTexts = z.infer<typeof homeTextsSchema>;
