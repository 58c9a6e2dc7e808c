import * as z from 'zod/mini';

/** 0 to 23, on the participant's own clock. */
export const reminderHourSchema = z.int().check(z.gte(0), z.lte(23));

/** The daily reminder that a participant chose; `hour` is null where they want none. */
export const reminderSchema = z.object({
  hour: z.nullable(reminderHourSchema),
  /** Several were not followed by a record, so that none comes until the next one. */
  isPaused: z.boolean(),
});
export type Reminder = z.infer<typeof reminderSchema>;
