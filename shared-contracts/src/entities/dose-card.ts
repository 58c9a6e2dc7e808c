import * as z from 'zod/mini';

/** Filled in: the planned dose, its day, and how far away it is. */
export const DOSE_CARD_PLACEHOLDERS = ['dose', 'date', 'when'] as const;

/** What the dose card says beside the words that are fixed. `{dose}`, `{date}` and `{when}` are filled in. */
export const doseCardSchema = z.object({
  /** Where no row says how to make up a dose. */
  pharmacist: z.string(),
  /** The last dose is only assumed. */
  unknown: z.string(),
  /** The next step, by how it stands. */
  planned: z.string(),
  due: z.string(),
  waiting: z.string(),
  /** Under the numbers to call. */
  tooHard: z.string(),
  /** Reporting that one is back on the dose before, and from 0 mg. Earlier servers send neither. */
  goBack: z.optional(z.string()),
  goBackFromZero: z.optional(z.string()),
  /** Paragraphs at 0 mg: each step was taken, or some were left out. */
  completed: z.array(z.string()),
  stoppedEarly: z.array(z.string()),
  /** The question about the strengths at home. */
  strengths: z.string(),
  strengthsHint: z.string(),
});
export type DoseCard = z.infer<typeof doseCardSchema>;
