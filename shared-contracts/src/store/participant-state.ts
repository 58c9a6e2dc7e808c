import type { AllData } from '../entities/all-data.ts';
import type { SurveyQuestion } from '../entities/survey.ts';
import type { User } from '../entities/user.ts';

/** What all screens show: a participant's data, and the survey of a participant or a visitor. */
export interface ParticipantState extends Omit<AllData, 'user'> {
  /** Null for a visitor. */
  user: User | null;
  surveyQuestions: SurveyQuestion[];
  /** Aligned with `surveyQuestions`; null where unanswered. */
  surveyAnswers: (number | null)[];
}

/** Before anything is loaded, and after log-out. */
export const EMPTY_STATE: ParticipantState = {
  user: null,
  adminActing: false,
  consent: null,
  doctor: { name: '', phone: '', email: '' },
  support: { name: '', phone: '' },
  activities: [],
  symptoms: [],
  records: [],
  todayActivities: [],
  setupQuestions: [],
  setupAnswers: [],
  baseline: undefined,
  baselineWords: undefined,
  medication: [],
  schedules: [],
  schedule: null,
  prescriptions: [],
  pastPrescriptions: undefined,
  doseReports: undefined,
  strengths: undefined,
  doseCard: undefined,
  prepareDays: undefined,
  homeTexts: undefined,
  courseQuestions: undefined,
  reminder: undefined,
  followUps: undefined,
  stopNotice: undefined,
  help: undefined,
  reconsent: undefined,
  prescriptionsDefault: [],
  account: undefined,
  surveyQuestions: [],
  surveyAnswers: [],
};
