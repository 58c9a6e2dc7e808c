import * as z from 'zod/mini';
import { timesPerDaySchema } from './user.ts';

const optionSchema = z.object({ id: z.int(), text: z.string() });

/** A dose whose words are more than its number and unit. */
const doseWordsSchema = z.object({
  dose: z.number(),
  /** The number that is shown, where the trial writes a rounded one. */
  shown: z.optional(z.number()),
  /** How it is split over the day where it is taken twice a day. */
  split: z.optional(z.string()),
});

/**
 * `description` is HTML, sanitised when the content is loaded. `medicine` is its name. `unit` and `doseWords` say how its
 * doses are written. Earlier servers send none of these three.
 */
export const scheduleSchema = z.object({
  id: z.int(),
  text: z.string(),
  medication: z.int(),
  medicine: z.optional(z.string()),
  description: z.string(),
  unit: z.optional(z.string()),
  doseWords: z.optional(z.array(doseWordsSchema)),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** How a dose (mg a day) is made up from some forms (ids), word for word. */
const doseRowSchema = z.object({
  dose: z.number(),
  timesperday: timesPerDaySchema,
  forms: z.array(z.int()),
  text: z.string(),
});

/**
 * `setupoption` is the option of setup question 1 that names this medicine; `doses` are the options of question 3, `forms`
 * the strengths it is sold in, `maxPerDay` its highest daily dose as it is stored. Earlier servers send none of the last
 * three.
 */
export const medicationSchema = z.object({
  id: z.int(),
  setupoption: z.int(),
  doses: z.array(optionSchema),
  forms: z.optional(z.array(optionSchema)),
  rows: z.optional(z.array(doseRowSchema)),
  maxPerDay: z.optional(z.number()),
});
export type Medication = z.infer<typeof medicationSchema>;

/**
 * One dated step of the plan: `dose` mg a day from `date` on, for `days` days (0 on the last). A step that was not
 * reported as taken never has a `date` that has come: it is presented from the person's tomorrow on.
 */
export const prescriptionSchema = z.object({
  id: z.int(),
  date: z.iso.date(),
  dose: z.number(),
  /** How to take it. */
  note: z.string(),
  days: z.int(),
  /** What has to be prepared before it. Earlier servers send none. */
  prepare: z.optional(z.string()),
  /** The person said that it is prepared. Earlier servers send none. */
  prepared: z.optional(z.boolean()),
  /** The person has talked about it with their doctor or nurse. Earlier servers send none. */
  talked: z.optional(z.boolean()),
  /** The day that the plan was saved with. Earlier servers send none. */
  planned: z.optional(z.iso.date()),
  /** True for the dose that was in force already when the plan was saved. Earlier servers send none. */
  current: z.optional(z.boolean()),
});
export type Prescription = z.infer<typeof prescriptionSchema>;

/** One dated step that was taken before the plan was changed: it lasted until the next one began. */
export const pastPrescriptionSchema = z.object({ date: z.iso.date(), dose: z.number(), schedule: z.int() });
export type PastPrescription = z.infer<typeof pastPrescriptionSchema>;

/** Staying on the present dose: until which day, or null until the person says. */
export const staySchema = z.object({ until: z.nullable(z.iso.date()) });
export type Stay = z.infer<typeof staySchema>;

/**
 * What was reported as taken: `dose` mg a day from the person's own `day` on. The last report by `day`, then `reportedAt`,
 * is in force. `step` is the step of the present plan that the dose counts for; null for one of an earlier plan or none.
 * - `starting`: the dose of the setup. - `step`: the dose of that step. - `other`: another dose while at that step.
 * - `assumed`: not reported (`reportedBy` null); its day passed before doses were reported.
 * `stay` is there where the person stays on the dose: the next step is asked for from its day on, or once they say so.
 */
export const doseReportSchema = z.object({
  day: z.iso.date(),
  dose: z.number(),
  step: z.nullable(z.int()),
  kind: z.enum(['starting', 'step', 'other', 'assumed']),
  reportedAt: z.iso.datetime(),
  reportedBy: z.nullable(z.enum(['participant', 'team'])),
  /** The schedule that words the dose and names its medicine. */
  schedule: z.int(),
  /** Earlier servers send none. */
  stay: z.optional(z.nullable(staySchema)),
});
export type DoseReport = z.infer<typeof doseReportSchema>;

/** A step of a standard schedule, before it has dates. */
export const prescriptionDefaultSchema = z.object({
  id: z.int(),
  scheduleid: z.int(),
  dose: z.number(),
  note: z.string(),
});
export type PrescriptionDefault = z.infer<typeof prescriptionDefaultSchema>;

/** A row an acting researcher types: free text here, checked by the server. */
export const customDateSchema = z.object({ date: z.string(), dose: z.string(), note: z.string() });
export type CustomDate = z.infer<typeof customDateSchema>;

/** `page` is the page of the plan the question stands on (2 to 5). `text` may contain markup, sanitised when loaded. */
export const setupQuestionSchema = z.object({
  id: z.int(),
  page: z.int(),
  text: z.string(),
  options: z.array(optionSchema),
});
export type SetupQuestion = z.infer<typeof setupQuestionSchema>;

export const setupAnswerSchema = z.object({ qid: z.int(), oid: z.nullable(z.int()) });
export type SetupAnswer = z.infer<typeof setupAnswerSchema>;

export const setupScoreSchema = z.object({
  schedule: z.int(),
  timesperday: timesPerDaySchema,
  startdose: z.number(),
});
export type SetupScore = z.infer<typeof setupScoreSchema>;

/** A finding of the taper linter: something a clinician would want to see. It warns and never blocks. */
export const taperFindingSchema = z.object({ row: z.int(), code: z.string(), message: z.string() });
export type TaperFinding = z.infer<typeof taperFindingSchema>;
