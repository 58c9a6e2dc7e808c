import * as z from 'zod/mini';

/** 0 to 23, on the participant's own clock. */
export const reminderHourSchema = z.int().check(z.gte(0), z.lte(23));

/** The messages that a participant chose; `hour`, of a daily reminder, is null where they want none. */
export const reminderSchema = z.object({
  hour: z.nullable(reminderHourSchema),
  /** Several were not followed by a record, so that none comes until the next one. */
  isPaused: z.boolean(),
  /** Whether messages about a step come; missing where the trial sends none, and from earlier servers. */
  stepMessages: z.optional(z.boolean()),
  /** The person's own day on which they last wanted no daily reminder. */
  declinedOn: z.optional(z.nullable(z.string())),
  /** Notifications on this device; missing while staff act, and from earlier servers. */
  push: z.optional(z.object({ publicKey: z.string(), isOn: z.boolean() })),
});
export type Reminder = z.infer<typeof reminderSchema>;
