// In one file: one table has every stage, with what Home shows then.
import { describe, expect, test } from '@jest/globals';
import {
  buildAllData,
  buildDoseReport,
  buildRecord,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import type { AllData } from '../entities/all-data.ts';
import type { FollowUp, FollowUpState } from '../entities/follow-up.ts';
import type { DoseReport } from '../entities/plan.ts';
import type { User } from '../entities/user.ts';
import { HOME_STEP } from '../entities/user.ts';
import type { Help } from '../help/help.ts';
import { EMPTY_STATE } from '../store/participant-state.ts';
import { filledPart, type HomePart, homeParts } from './home-parts.ts';
import { STAGES, type Stage, trialStage } from './trial-stage.ts';

const TODAY = '2026-11-20';
const member = (overrides: Partial<User> = {}) =>
  buildUser({ homestep: HOME_STEP.timeline, randomise: true, consentAgree: true, ...overrides });
const row = (id: number, date: string, dose: number) => ({
  id,
  date,
  planned: date,
  dose,
  days: 28,
  note: '',
});
const prescriptions = [
  { ...row(1, '2026-10-01', 100), current: true },
  row(2, '2026-12-20', 50),
  { ...row(3, '2027-01-17', 0), days: 0 },
];
/** The step to 50 mg is planned for that day. */
const planFor = (day: string) => prescriptions.with(1, row(2, day, 50));
const starting = buildDoseReport({ day: '2026-10-01', dose: 100, step: 1, kind: 'starting' });
const reports = (...later: DoseReport[]) => [starting, ...later];
const taken = buildDoseReport({ day: '2026-11-01', dose: 50, step: 2 });
const stay = (until: string | null) =>
  buildDoseReport({ day: '2026-11-18', dose: 100, step: 1, stay: { until } });
const records = [
  buildRecord({ date: '2026-10-01', localDate: '2026-10-01' }),
  buildRecord({ date: '2026-11-19', localDate: '2026-11-19' }),
];
const followUp = (months: number, state: FollowUpState): FollowUp => ({
  months,
  state,
  opensOn: '2026-11-10',
  dueOn: '2026-11-17',
  closesOn: '2026-12-29',
  link: '/account/follow-up',
});
const closed = [followUp(3, 'done'), followUp(24, 'missed')];

const onPlan = (overrides: Partial<AllData> = {}) =>
  buildAllData({
    user: member(),
    schedule: 11,
    prescriptions,
    doseReports: reports(),
    records,
    ...overrides,
  });
const stageOf = (data: AllData, help: Help | null = null) =>
  trialStage({ ...EMPTY_STATE, ...data }, help, TODAY);

const usualCare = member({ homestep: HOME_STEP.plan, randomise: false });
const CASES: [words: string, data: AllData, stage: Stage, shows: HomePart[]][] = [
  ['a new account', buildAllData(), 'onboarding', ['onboarding']],
  [
    'someone who waits for randomisation',
    buildAllData({ user: member({ homestep: HOME_STEP.plan, randomise: false, awaits: 'team' }) }),
    'onboarding',
    ['onboarding'],
  ],
  [
    'a plan that is set up',
    buildAllData({ user: member({ homestep: HOME_STEP.plan }) }),
    'onboarding',
    ['onboarding'],
  ],
  [
    'a plan without a record',
    onPlan({ records: [] }),
    'ready-to-start',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  ['a step a month away', onPlan(), 'reducing', ['check-up', 'dose', 'timeline', 'info']],
  [
    'a step in a week',
    onPlan({ prescriptions: planFor('2026-11-27') }),
    'step-announced',
    ['check-up', 'step', 'dose', 'timeline', 'info'],
  ],
  [
    'a step whose day has come and a questionnaire',
    onPlan({ prescriptions: planFor('2026-11-15'), followUps: [followUp(3, 'due')] }),
    'step-due',
    ['step', 'check-up', 'dose', 'timeline', 'info', 'follow-up'],
  ],
  [
    'a step in eight days',
    onPlan({ prescriptions: planFor('2026-11-28') }),
    'reducing',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'a step whose day has come',
    onPlan({ prescriptions: planFor('2026-11-15') }),
    'step-due',
    ['step', 'check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone who stays until a day',
    onPlan({ prescriptions: planFor('2026-11-15'), doseReports: reports(stay('2026-11-30')) }),
    'staying',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone who stays until they say',
    onPlan({ prescriptions: planFor('2026-11-15'), doseReports: reports(stay(null)) }),
    'staying',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone who stayed until today',
    onPlan({ prescriptions: planFor('2026-11-15'), doseReports: reports(stay(TODAY)) }),
    'step-due',
    ['step', 'check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone who went back up',
    onPlan({ doseReports: reports(taken, buildDoseReport({ day: '2026-11-10', dose: 100, step: 1 })) }),
    'gone-back',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'a dose that is only assumed',
    onPlan({ doseReports: reports({ ...taken, kind: 'assumed', reportedBy: null }) }),
    'dose-unknown',
    ['step', 'check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'the last step',
    onPlan({ doseReports: reports(taken, buildDoseReport({ day: '2026-11-15', dose: 0, step: 3 })) }),
    'last-step-taken',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone whom the last survey ruled out',
    onPlan({ user: member({ surveyineligible: true }) }),
    'onboarding',
    ['onboarding'],
  ],
  [
    'someone whom a survey ruled out before they agreed',
    onPlan({ user: member({ actingineligible: true }) }),
    'reducing',
    ['check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone whom a survey of the team ruled out, who has not agreed',
    buildAllData({ user: member({ actingineligible: true, consentAgree: false }) }),
    'onboarding',
    ['onboarding'],
  ],
  ['usual care', buildAllData({ user: usualCare }), 'follow-up-only', ['next-follow-up']],
  [
    'usual care before any questionnaire is planned',
    buildAllData({ user: usualCare, followUps: [] }),
    'follow-up-only',
    ['next-follow-up'],
  ],
  [
    'usual care with a questionnaire',
    buildAllData({ user: usualCare, followUps: [followUp(3, 'due'), followUp(6, 'planned')] }),
    'follow-up-only',
    ['follow-up', 'next-follow-up'],
  ],
  [
    'someone who left the plan',
    onPlan({ user: member({ leftplan: true }) }),
    'left-plan',
    ['left-plan', 'timeline', 'info'],
  ],
  [
    'someone who left a plan of which nothing is recorded',
    onPlan({ user: member({ leftplan: true }), records: [] }),
    'left-plan',
    ['left-plan'],
  ],
  [
    'someone who withdrew before randomisation',
    buildAllData({ user: member({ consentAgree: false, homestep: HOME_STEP.questionnaire }) }),
    'withdrawn',
    ['left-trial'],
  ],
  [
    'someone who has not agreed yet',
    buildAllData({ user: member({ consentAgree: false, homestep: HOME_STEP.consent }) }),
    'onboarding',
    ['onboarding'],
  ],
  [
    'someone who withdrew, after the last questionnaire',
    onPlan({ user: member({ consentAgree: false }), followUps: closed }),
    'withdrawn',
    ['left-trial'],
  ],
  ['someone who withdrew', onPlan({ user: member({ consentAgree: false }) }), 'withdrawn', ['left-trial']],
  [
    'usual care after the last questionnaire',
    buildAllData({ user: usualCare, followUps: closed }),
    'trial-over',
    ['closing'],
  ],
  [
    'a plan that is set up after the last questionnaire',
    buildAllData({ user: member({ homestep: HOME_STEP.plan }), followUps: closed }),
    'onboarding',
    ['onboarding'],
  ],
  [
    'the last step after the last questionnaire',
    onPlan({
      doseReports: reports(taken, buildDoseReport({ day: '2026-11-15', dose: 0, step: 3 })),
      followUps: closed,
    }),
    'trial-over',
    ['closing', 'timeline', 'info'],
  ],
  [
    'someone who still reduces after the last questionnaire',
    onPlan({ followUps: closed }),
    'reducing',
    ['closing', 'check-up', 'dose', 'timeline', 'info'],
  ],
  [
    'someone whose step is due after the last questionnaire',
    onPlan({ prescriptions: planFor('2026-11-15'), followUps: closed }),
    'step-due',
    ['step', 'check-up', 'dose', 'timeline', 'info', 'closing'],
  ],
];

describe('the stage of', () => {
  test.each(CASES)('%s, and what Home shows then', (_words, data, stage, shows) => {
    const found = stageOf(data);
    expect(found?.stage).toBe(stage);
    expect(found && homeParts(found, data.records.length > 0)).toEqual(shows);
  });

  test('no stage is missing above', () => {
    expect(new Set(CASES.map(([, , stage]) => stage))).toEqual(new Set(STAGES));
  });

  test('the group is known from randomisation on', () => {
    const arms = [
      onPlan(),
      buildAllData({ user: usualCare }),
      buildAllData({ user: { ...usualCare, awaits: 'team' } }),
    ].map((data) => stageOf(data)?.arm);
    expect(arms).toEqual(['reduction', 'usual-care', null]);
  });

  test('someone who stays is asked again on the day they said', () => {
    const until = [stay('2026-11-30'), stay(null), taken].map(
      (last) => stageOf(onPlan({ doseReports: reports(last) }))?.stayUntil,
    );
    expect(until).toEqual(['2026-11-30', null, null]);
  });

  test('a visitor is none', () => {
    expect(trialStage(EMPTY_STATE, null, TODAY)).toBeNull();
  });
});

describe('the next dose', () => {
  const next = (data: AllData, help: Help | null = null) => {
    const found = stageOf(data, help)?.next;
    return found && [found.step.dose, found.day, found.status];
  };

  test.each<[string, AllData, unknown]>([
    ['planned', onPlan(), [50, '2026-12-20', 'planned']],
    ['due keeps its day', onPlan({ prescriptions: planFor('2026-11-15') }), [50, '2026-11-15', 'due']],
    [
      'moves with staying',
      onPlan({ prescriptions: planFor('2026-11-15'), doseReports: reports(stay('2026-11-30')) }),
      [50, '2026-11-30', 'planned'],
    ],
    ['has no day until the person says', onPlan({ doseReports: reports(stay(null)) }), [50, null, 'waiting']],
    [
      'none is left',
      onPlan({ doseReports: reports(taken, buildDoseReport({ day: '2026-11-15', dose: 0, step: 3 })) }),
      undefined,
    ],
  ])('%s', (_words, data, expected) => {
    expect(next(data)).toEqual(expected);
  });

  test('is not told while help is on, but to the team', () => {
    const help: Help = { source: 'saved', since: `${TODAY}T00:00:00.000Z`, readAt: null };
    const due = onPlan({ prescriptions: planFor('2026-11-15') });
    expect(next(due, help)).toBeUndefined();
    expect(stageOf(due, help)?.stage).toBe('reducing');
    expect(next({ ...due, adminActing: true }, help)).toEqual([50, '2026-11-15', 'due']);
  });
});

describe('what lies over a stage', () => {
  const help: Help = { source: 'saved', since: `${TODAY}T00:00:00.000Z`, readAt: null };
  const reconsent = {
    demand: 'required' as const,
    version: '2',
    hash: 'h',
    changed: [],
    stopsRecording: true,
  };
  const followUps = [followUp(3, 'due')];

  test.each([
    ['required', true, 'stops-recording'],
    ['required', false, 'required'],
    ['inform', false, 'informed'],
  ] as const)('a new consent form (%s; stops recording: %s) is %s', (demand, stopsRecording, expected) => {
    const found = stageOf(onPlan({ reconsent: { ...reconsent, demand, stopsRecording } }), null);
    expect(found?.over.reconsent).toBe(expected);
  });

  test.each<[string, AllData, Help | null, HomePart | null, HomePart[]]>([
    ['nothing', onPlan(), null, 'check-up', ['check-up']],
    ['a questionnaire', onPlan({ followUps }), null, 'check-up', ['follow-up', 'check-up']],
    [
      'a new consent form',
      onPlan({ followUps, reconsent }),
      null,
      'reconsent',
      ['reconsent', 'follow-up', 'check-up'],
    ],
    [
      'help',
      onPlan({ followUps, reconsent }),
      help,
      null,
      ['help', 'check-up', 'dose', 'timeline', 'info', 'reconsent', 'follow-up'],
    ],
  ])('%s: the order, and the one filled button', (_words, data, on, filled, first) => {
    const found = stageOf(data, on);
    if (!found) throw new Error('There is no stage.');
    expect(homeParts(found, true).slice(0, first.length)).toEqual(first);
    expect(filledPart(found)).toBe(filled);
  });

  test('after the check-up the questionnaire is filled, then a form that only informs', () => {
    const done = [...records, buildRecord()];
    const informed = { ...reconsent, demand: 'inform' as const, stopsRecording: false };
    const filled = (data: AllData) => {
      const found = stageOf(data);
      return found && filledPart(found);
    };
    expect(filled(onPlan({ followUps, reconsent: informed }))).toBe('check-up');
    expect(filled(onPlan({ followUps, reconsent: informed, records: done }))).toBe('follow-up');
    expect(filled(onPlan({ reconsent: informed, records: done }))).toBe('reconsent');
    expect(filled(onPlan({ records: done }))).toBeNull();
    expect(filled(buildAllData({ user: usualCare, followUps }))).toBe('follow-up');
    expect(filled(buildAllData({ user: usualCare }))).toBeNull();
  });

  test('of two questionnaires that are open the earlier one is asked for, also once it was asked again', () => {
    const open = [followUp(3, 'missed'), followUp(6, 'reminded'), followUp(12, 'due')];
    expect(stageOf(onPlan({ followUps: open }))?.over.followUp?.months).toBe(6);
  });

  test('a missing yesterday, from the first day recorded', () => {
    const days = (...recorded: string[]) =>
      stageOf(onPlan({ records: recorded.map((day) => buildRecord({ date: day, localDate: day })) }))?.over;
    expect(days('2026-11-18')?.isYesterdayMissing).toBe(true);
    expect(days('2026-11-18', '2026-11-19')?.isYesterdayMissing).toBe(false);
    expect(days('2026-11-20')?.isYesterdayMissing).toBe(false);
    const missing = stageOf(
      onPlan({ records: [buildRecord({ date: '2026-11-18', localDate: '2026-11-18' })] }),
    );
    expect(missing && homeParts(missing, true)).toEqual([
      'check-up',
      'yesterday',
      'dose',
      'timeline',
      'info',
    ]);
  });

  test('after an absence the dose is asked first, a questionnaire last, and nothing of the empty days', () => {
    const away = [buildRecord({ date: '2026-10-20', localDate: '2026-10-20' })];
    const found = stageOf(onPlan({ records: away, followUps }));
    expect(found && homeParts(found, true)).toEqual([
      'step',
      'check-up',
      'dose',
      'timeline',
      'info',
      'follow-up',
    ]);
    const held = stageOf(onPlan({ records: away, followUps }), help);
    expect(held && homeParts(held, true).at(-1)).toBe('follow-up');
  });

  test('an absence of two weeks', () => {
    const isBack = (...recorded: string[]) =>
      stageOf(onPlan({ records: recorded.map((day) => buildRecord({ date: day, localDate: day })) }))?.over
        .isBack;
    expect([isBack('2026-11-06'), isBack('2026-11-07'), isBack('2026-11-06', TODAY)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
