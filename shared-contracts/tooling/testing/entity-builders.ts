import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import type { DoseReport, Schedule } from '@stepwise/shared-contracts/entities/plan';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { Survey } from '@stepwise/shared-contracts/entities/survey';
import type { DailyRecord, Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';

/** Valid entities for tests; each takes what the test is about and fills in the rest. */

export const buildUser = (overrides: Partial<User> = {}): User => ({
  id: '0199c1a0-0000-7000-8000-000000000001',
  firstName: 'Alex',
  lastName: '',
  email: 'alex@example.org',
  phone: '',
  startdose: null,
  timesperday: 1,
  homestep: HOME_STEP.eligibility,
  futureContact: false,
  consentAgree: false,
  randomise: false,
  surveydone: false,
  surveyineligible: false,
  actingdone: false,
  actingineligible: false,
  redcaplink: 'https://redcap.example.org/surveys/',
  ...overrides,
});

export const buildSymptom = (overrides: Partial<Symptom> = {}): Symptom => ({
  id: 1,
  text: 'Trouble falling asleep',
  category: 'sleep',
  redflag: false,
  selfHarm: false,
  ...overrides,
});

export const buildRecord = (overrides: Partial<DailyRecord> = {}): DailyRecord => ({
  date: '2026-11-20',
  symptoms: [],
  sleep: true,
  mood: true,
  active: true,
  activities: [],
  recordedAt: '2026-11-20T09:00:00.000Z',
  timeZone: 'Australia/Melbourne',
  localDate: '2026-11-20',
  ...overrides,
});

/** Venlafaxine's standard schedule, with its split doses (specification, section 9). */
export const buildVenlafaxineSchedule = (overrides: Partial<Schedule> = {}): Schedule => ({
  id: 17,
  text: 'Venlafaxine, standard steps',
  medication: 9,
  medicine: 'Venlafaxine',
  description: '',
  unit: 'mg',
  doseWords: [
    { dose: 300, split: '150mg twice a day' },
    { dose: 225, split: '150mg once plus 75mg once' },
    { dose: 150, split: '75mg twice a day' },
    { dose: 75, split: '75mg once a day' },
    { dose: 37, shown: 37.5, split: '37.5mg once a day' },
  ],
  ...overrides,
});

/** Reported by the participant at noon, of sertraline's standard schedule. */
export const buildDoseReport = (
  overrides: Partial<DoseReport> & Pick<DoseReport, 'day' | 'dose'>,
): DoseReport => ({
  step: null,
  kind: 'step',
  reportedAt: `${overrides.day}T12:00:00.000Z`,
  reportedBy: 'participant',
  schedule: 11,
  ...overrides,
});

export const buildHelp = (overrides: Partial<HelpData> = {}): HelpData => ({
  hours: 72,
  question: 'How is it now?',
  later: 'Someone is there, day and night',
  read: 'The team read your record {when}.',
  dose: 'Change nothing on your own. Talk first, to {who}.',
  phone: 'Your phone number, so that the team can call you',
  symptomStays: 'This one stays on your list.',
  selfHarm: null,
  ...overrides,
});

/** A participant just signed up, with nothing recorded. */
export const buildAllData = (overrides: Partial<AllData> = {}): AllData => ({
  symptoms: [],
  records: [],
  prescriptions: [],
  prescriptionsDefault: [],
  user: buildUser(),
  schedule: null,
  schedules: [],
  doctor: { name: '', phone: '', email: '' },
  support: { name: '', phone: '' },
  activities: [],
  setupQuestions: [],
  setupAnswers: [],
  todayActivities: [],
  medication: [],
  help: buildHelp(),
  adminActing: false,
  consent: null,
  ...overrides,
});

export const buildSurvey = (overrides: Partial<Survey> = {}): Survey => ({
  questions: [
    {
      id: 1,
      text: 'Has something big happened in your life?',
      options: [
        { id: 1, text: 'No', crisis: false },
        { id: 2, text: 'Yes', crisis: false },
      ],
    },
  ],
  answers: [null],
  ...overrides,
});

export const buildSiteContent = (overrides: Partial<SiteContent> = {}): SiteContent => ({
  productName: 'Stepwise',
  trial: 'A university research trial.',
  words: {
    medicine: { name: 'antidepressant', one: 'an antidepressant', many: 'antidepressants' },
    risk: 'Reducing an antidepressant can bring withdrawal symptoms, and depression or anxiety can come back.',
    arms: {
      reduction:
        'You are in the group that makes a plan to reduce the dose in small steps, with a doctor or nurse.',
      usualCare:
        'You are in the group that keeps to its usual care. We contact you for the follow-up questionnaires.',
    },
    followUpMonths: [3, 6, 12, 18, 24],
  },
  demonstration: true,
  emergency: { name: 'Police or ambulance', label: 'emergency', number: '000', tel: 'tel:000' },
  counselling: { name: 'Lifeline', label: 'to talk, 24 hours', number: '13 11 14', tel: 'tel:131114' },
  textAndChat: [
    { text: 'Text 0477 13 11 14', url: 'sms:0477131114' },
    { text: 'Chat with Lifeline', url: 'https://example.org/chat' },
  ],
  researchTeam: {
    hours: 'Monday to Friday, 9:00am to 5:30pm',
    phone: '03 5550 0000',
    tel: 'tel:0355500000',
    email: 'team@example.org',
    openingHours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30', timeZone: 'Australia/Melbourne' },
    holidays: ['2026-12-25'],
    afterWarningSign:
      'A member of the team reads your record in those hours, and calls you if it worries them.',
  },
  links: {
    mentalHealth: { text: 'Mental health', url: 'https://example.org/mental-health' },
    factSheet: { text: 'Antidepressant fact sheet', url: 'https://example.org/fact-sheet' },
    medicineLeaflets: { text: 'Medicine leaflets', url: 'https://example.org/leaflets' },
  },
  goodToKnow: [{ heading: 'After a dose change', text: 'Symptoms usually start 2 to 5 days after.' }],
  ...overrides,
});
