import * as z from 'zod/mini';

/** Filled in: good days, and the days recorded that they are of. */
export const LOOK_BACK_PLACEHOLDERS = ['good', 'days'] as const;

/** What Home says after a check-up, under Look back and at the end of the trial, as the content has it. */
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
  /** Once the last follow-up is closed; an earlier server has none. */
  closing: z.optional(
    z.object({
      paragraphs: z.array(z.string()),
      /** For those whose plan goes on. */
      stillReducing: z.string(),
    }),
  ),
});
export type HomeTexts = z.infer<typeof homeTextsSchema>;
