import * as z from 'zod/mini';

/** How far a participant has come. Moves on by the server's rules only. */
export const HOME_STEP = { eligibility: 0, consent: 1, questionnaire: 2, plan: 3, timeline: 4 } as const;

export const homeStepSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type HomeStep = z.infer<typeof homeStepSchema>;

export const timesPerDaySchema = z.union([z.literal(1), z.literal(2)]);
export type TimesPerDay = z.infer<typeof timesPerDaySchema>;

/** The participant as shown; the password is write-only and never leaves the server. `startdose` is in mg a day. */
export const userSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  startdose: z.nullable(z.number()),
  timesperday: timesPerDaySchema,
  homestep: homeStepSchema,
  futureContact: z.boolean(),
  consentAgree: z.boolean(),
  randomise: z.boolean(),
  surveydone: z.boolean(),
  surveyineligible: z.boolean(),
  actingdone: z.boolean(),
  actingineligible: z.boolean(),
  redcaplink: z.string(),
  /** The time zone (IANA) they chose; empty where it is their device's. Earlier servers send none. */
  timeZone: z.optional(z.string()),
  /** They left the plan and stay in the follow-up. Earlier servers send none. */
  leftplan: z.optional(z.boolean()),
  /** The plan waits for randomisation: for their address to be confirmed, or for the team. Earlier servers send none. */
  awaits: z.optional(z.enum(['address', 'team'])),
});
export type User = z.infer<typeof userSchema>;
