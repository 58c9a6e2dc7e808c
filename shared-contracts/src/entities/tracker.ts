import * as z from 'zod/mini';
import { checkUpSchemas } from './check-up-schemas.ts';

export const activitySchema = z.object({ id: z.int(), text: z.string() });
export type Activity = z.infer<typeof activitySchema>;

export const CATEGORIES = ['sleep', 'mood', 'active'] as const;
export const categorySchema = z.enum(CATEGORIES);
export type Category = z.infer<typeof categorySchema>;

/** `redflag` marks a warning sign; `selfHarm` marks a symptom that shows the crisis contacts at once. */
export const symptomSchema = z.object({
  id: z.int(),
  text: z.string(),
  category: categorySchema,
  redflag: z.boolean(),
  selfHarm: z.boolean(),
});
export type Symptom = z.infer<typeof symptomSchema>;

/**
 * A check-up. `date` and `localDate` together are the key (see `recordDay`): the UTC date of the instant, and the person's
 * own day. Of several with one `localDate` the last one counts. `recordedAt` is the instant (ISO, UTC), `timeZone` the
 * person's own then. The symptoms carry the warning flags they had when the record was made.
 */
export const dailyRecordSchema = z.object({
  date: z.iso.date(),
  symptoms: z.array(symptomSchema),
  ...checkUpSchemas,
  activities: z.array(activitySchema),
  recordedAt: z.iso.datetime(),
  timeZone: z.string(),
  localDate: z.iso.date(),
  /** Made on the day after `localDate`. */
  addedLater: z.optional(z.boolean()),
});
export type DailyRecord = z.infer<typeof dailyRecordSchema>;

/** Items that the list of activities, and each category's of symptoms, holds at most. */
export const MAX_LIST_LENGTH = 100;
export const LIST_FULL = `This list is full. It holds ${MAX_LIST_LENGTH} items: remove one before you add another.`;
