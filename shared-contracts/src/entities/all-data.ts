import * as z from 'zod/mini';
import { baselineSchema, baselineWordsSchema } from './baseline.ts';
import { consentReceiptSchema, reconsentSchema } from './consent.ts';
import { doctorSchema, supportPersonSchema } from './contacts.ts';
import { courseQuestionSchema } from './course.ts';
import { doseCardSchema } from './dose-card.ts';
import { followUpSchema } from './follow-up.ts';
import { helpDataSchema } from './help.ts';
import { homeTextsSchema } from './home-texts.ts';
import {
  doseReportSchema,
  medicationSchema,
  pastPrescriptionSchema,
  prescriptionDefaultSchema,
  prescriptionSchema,
  scheduleSchema,
  setupAnswerSchema,
  setupQuestionSchema,
} from './plan.ts';
import { reminderSchema } from './reminder.ts';
import { activitySchema, dailyRecordSchema, symptomSchema } from './tracker.ts';
import { userSchema } from './user.ts';

/** Everything a participant's screens show, in one answer. `schedule` is the chosen schedule's id. */
export const allDataSchema = z.object({
  symptoms: z.array(symptomSchema),
  records: z.array(dailyRecordSchema),
  prescriptions: z.array(prescriptionSchema),
  /** Earlier servers send none. */
  pastPrescriptions: z.optional(z.array(pastPrescriptionSchema)),
  /** What was reported as taken, by day. Earlier servers send none. */
  doseReports: z.optional(z.array(doseReportSchema)),
  /** Forms (ids) of their medicine that the person has at home; null until they said so. Earlier servers send none. */
  strengths: z.optional(z.nullable(z.array(z.int()))),
  prescriptionsDefault: z.array(prescriptionDefaultSchema),
  user: userSchema,
  schedule: z.nullable(z.int()),
  schedules: z.array(scheduleSchema),
  doctor: doctorSchema,
  support: supportPersonSchema,
  activities: z.array(activitySchema),
  setupQuestions: z.array(setupQuestionSchema),
  setupAnswers: z.array(setupAnswerSchema),
  /** Null until they are answered. Earlier servers send none. */
  baseline: z.optional(z.nullable(baselineSchema)),
  /** Earlier servers send none. */
  baselineWords: z.optional(baselineWordsSchema),
  todayActivities: z.array(activitySchema),
  medication: z.array(medicationSchema),
  /** What the dose card says, and how many days before a step to say what it needs. Earlier servers send neither. */
  doseCard: z.optional(doseCardSchema),
  prepareDays: z.optional(z.int()),
  /** Earlier servers send none. */
  homeTexts: z.optional(homeTextsSchema),
  /** Questions for the page to take to the doctor, as the content has them. Earlier servers send none. */
  courseQuestions: z.optional(z.array(courseQuestionSchema)),
  /** Missing where there are no reminders to choose, and from earlier servers. */
  reminder: z.optional(reminderSchema),
  /** In the order of months; empty before randomisation. Earlier servers send none. */
  followUps: z.optional(z.array(followUpSchema)),
  /** What stopping says first, in the content's words. Earlier servers send none. */
  stopNotice: z.optional(z.string()),
  /** Earlier servers send none. */
  help: z.optional(helpDataSchema),
  adminActing: z.boolean(),
  consent: z.nullable(consentReceiptSchema),
  /** Null where nothing is asked. Earlier servers send none. */
  reconsent: z.optional(z.nullable(reconsentSchema)),
  /**
   * Whose saves are sent from here: the participant's, or those of one member of staff in their place. Says nothing else
   * to a browser. Earlier servers send none.
   */
  account: z.optional(z.string()),
});
export type AllData = z.infer<typeof allDataSchema>;
