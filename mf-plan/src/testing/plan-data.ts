import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Prescription } from '@stepwise/shared-contracts/entities/plan';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import {
  buildAllData,
  buildDoseReport,
  buildSymptom,
  buildUser,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';

const option = (id: number, text: string) => ({ id, text });

/** Two medicines with two schedules each, and a question or more on each page. */
const CONTENT = {
  setupQuestions: [
    {
      id: 1,
      page: 2,
      text: 'Which antidepressant do you take?',
      options: [option(106, 'Sertraline'), option(109, 'Venlafaxine')],
    },
    {
      id: 2,
      page: 2,
      text: 'How many times a day do you take it?',
      options: [option(201, 'Once a day'), option(202, 'Twice a day')],
    },
    {
      id: 3,
      page: 2,
      text: 'How much do you take in a whole day now? <em>Look at the box.</em>',
      options: [],
    },
    {
      id: 4,
      page: 3,
      text: 'Have you tried to stop before?',
      options: [option(401, 'No'), option(403, 'Yes')],
    },
    { id: 6, page: 4, text: 'Something you enjoy', options: [option(601, '0'), option(602, '1 or 2')] },
    { id: 9, page: 5, text: 'Spending time with people', options: [option(901, '0'), option(902, '1 or 2')] },
  ],
  medication: [
    { id: 6, setupoption: 106, doses: [option(361, '200 mg'), option(362, '100 mg')] },
    { id: 9, setupoption: 109, doses: [option(391, '300 mg'), option(392, '37.5 mg')] },
  ],
  schedules: [
    {
      id: 11,
      text: 'Sertraline, standard steps',
      medication: 6,
      description: '<p>Four weeks on each step.</p>',
    },
    { id: 12, text: 'Sertraline, slower steps', medication: 6, description: '<p>Smaller steps.</p>' },
    buildVenlafaxineSchedule({ description: '<p>Swallow them whole.</p>' }),
    buildVenlafaxineSchedule({
      id: 18,
      text: 'Venlafaxine, slower steps',
      description: '<p>Smaller steps.</p>',
    }),
  ],
  prescriptionsDefault: [
    { id: 1101, scheduleid: 11, dose: 200, note: '' },
    { id: 1102, scheduleid: 11, dose: 100, note: '' },
    { id: 1103, scheduleid: 11, dose: 0, note: '' },
    { id: 1701, scheduleid: 17, dose: 300, note: '' },
    { id: 1705, scheduleid: 17, dose: 37, note: '' },
    { id: 1706, scheduleid: 17, dose: 0, note: '' },
  ],
};

export const ALL_ANSWERS = [
  { qid: 1, oid: 106 },
  { qid: 2, oid: 201 },
  { qid: 3, oid: 361 },
  { qid: 4, oid: 401 },
  { qid: 6, oid: 602 },
  { qid: 9, oid: 902 },
];

/** Steps of 28 days each from `from`, the last without days. */
export const stepsFrom = (from: string, doses: readonly number[]): Prescription[] =>
  doses.map((dose, index) => ({
    id: index + 1,
    date: addDays(from, index * 28),
    dose,
    note: '',
    days: index < doses.length - 1 ? 28 : 0,
    current: index === 0,
  }));

const user = buildUser({
  randomise: true,
  surveydone: true,
  consentAgree: true,
  homestep: HOME_STEP.plan,
  phone: '0491-570-006',
});

/** A participant who may set the plan up and has answered nothing. */
export const atSetup = (overrides: Partial<AllData> = {}): AllData =>
  buildAllData({
    ...CONTENT,
    user,
    setupAnswers: CONTENT.setupQuestions.map(({ id }) => ({ qid: id, oid: null })),
    activities: [option(1, 'Walk'), option(2, 'Music')],
    symptoms: [
      buildSymptom({ id: 1, text: 'Trouble falling asleep' }),
      buildSymptom({ id: 2, text: 'Waking much too early', redflag: true }),
      buildSymptom({ id: 3, text: 'Tearful', category: 'mood' }),
      buildSymptom({ id: 4, text: 'Dizzy', category: 'active' }),
    ],
    ...overrides,
  });

/** A participant with a plan that starts today, 20/11/2026. */
export const withPlan = (overrides: Partial<AllData> = {}): AllData =>
  atSetup({
    user: { ...user, homestep: HOME_STEP.timeline, startdose: 200 },
    setupAnswers: ALL_ANSWERS,
    schedule: 11,
    prescriptions: stepsFrom('2026-11-20', [200, 150, 100, 0]),
    doseReports: [buildDoseReport({ day: '2026-11-20', dose: 200, step: 1, kind: 'starting' })],
    ...overrides,
  });
