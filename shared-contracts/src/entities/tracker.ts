import * as z from 'zod/mini';

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
 * One day's check-up. `date` is the key: the first ten characters of the instant's UTC ISO time. `recordedAt` is the
 * instant (ISO, UTC); `timeZone` and `localDate` are the person's own at that instant. The symptoms carry the warning
 * flags they had when the record was made.
 */
export const dailyRecordSchema = z.object({
  date: z.iso.date(),
  symptoms: z.array(symptomSchema),
  sleep: z.boolean(),
  mood: z.boolean(),
  active: z.boolean(),
  activities: z.array(activitySchema),
  recordedAt: z.iso.datetime(),
  timeZone: z.string(),
  localDate: z.iso.date(),
});
export type DailyRecord = z.infer<typeof dailyRecordSchema>;

/** Items that the list of activities, and each category's of symptoms, holds at most. */
export const LONGEST_LIST = 100;
export const LIST_FULL = `This list is full. It holds ${LONGEST_LIST} items: remove one before you add another.`;
