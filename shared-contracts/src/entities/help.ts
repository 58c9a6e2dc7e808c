import * as z from 'zod/mini';

/** What decides whether help is on, beside what the device has not sent. Instants are ISO, UTC. */
export const helpDataSchema = z.object({
  /** Help lasts this time after the last record of self-harm, and until the team has closed its sign. */
  hours: z.number(),
  /** Home asks this on a later day; `later` stands above the numbers then. Neither says what was recorded. */
  question: z.string(),
  later: z.string(),
  /** What the team did. `{when}` is filled in. */
  read: z.string(),
  /** Instead of the planned step. `{who}` is filled in. */
  dose: z.string(),
  /** The label of the field for a phone number that is not known. */
  phone: z.string(),
  /** Why a symptom of self-harm can be neither removed nor unflagged. */
  symptomStays: z.string(),
  /** Null where none was ever recorded. */
  selfHarm: z.nullable(
    z.object({
      /** When the last one was recorded. */
      at: z.iso.datetime(),
      /** The team has not closed a sign of self-harm. */
      isOpen: z.boolean(),
      /** When the team first looked at the last one; null until then. */
      readAt: z.nullable(z.iso.datetime()),
    }),
  ),
});
export type HelpData = z.infer<typeof helpDataSchema>;
