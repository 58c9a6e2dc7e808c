import * as z from 'zod/mini';

/**
 * How a follow-up questionnaire stands on a day.
 * - `planned`: its window has not opened. - `due`: it has. - `reminded`: due, and a message was sent.
 * - `done`: within the window. - `late`: done after it. - `missed`: the window has closed.
 * - `not-applicable`: the participant stopped the follow-up before the window closed.
 */
export const FOLLOW_UP_STATES = [
  'planned',
  'due',
  'reminded',
  'done',
  'late',
  'missed',
  'not-applicable',
] as const;
export const followUpStateSchema = z.enum(FOLLOW_UP_STATES);
export type FollowUpState = z.infer<typeof followUpStateSchema>;

/** One follow-up of a participant, a number of months after randomisation. Days are of the trial's time zone. */
export const followUpSchema = z.object({
  months: z.int(),
  state: followUpStateSchema,
  opensOn: z.iso.date(),
  dueOn: z.iso.date(),
  closesOn: z.iso.date(),
  /** Opens the questionnaire for the participant who is logged in. */
  link: z.string(),
});
export type FollowUp = z.infer<typeof followUpSchema>;
