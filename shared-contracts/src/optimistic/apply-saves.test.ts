import { describe, expect, test } from '@jest/globals';
import {
  buildAllData,
  buildDoseReport,
  buildHelp,
  buildRecord,
  buildSurvey,
  buildSymptom,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import { HOME_STEP } from '../entities/user.ts';
import { EMPTY_STATE, type ParticipantState } from '../store/participant-state.ts';
import { applyEntry } from '../store/shown-state.ts';
import { participantSaves } from './participant-saves.ts';
import { visitorSaves } from './visitor-saves.ts';

const ID = '00000000000a';
const TEMPORARY = -10;
const step = (id: number, date: string, dose: number) => ({
  ...{ id, date, planned: date, dose, note: '', days: 28, current: id === 1 },
});
const PLAN = [step(1, '2026-11-01', 100), step(2, '2026-12-08', 50)];
const STARTING = buildDoseReport({ day: '2026-11-01', dose: 100, step: 1, kind: 'starting' });

const entryOf = (call: string, body: unknown, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ id: ID, account: 'a', path: `/api/${call}/`, body },
  // Already the 20th in Melbourne.
  ...{ createdAt: '2026-11-19T22:00:00.000Z', timeZone: 'Australia/Melbourne' },
  ...more,
});
const stateOf = (data: Partial<ParticipantState> = {}): ParticipantState => ({
  ...EMPTY_STATE,
  ...buildAllData(),
  ...data,
});
/** Only what a save changes; applied once more it has to change nothing. */
function changesOf(state: ParticipantState, call: string, body: unknown, answer?: unknown) {
  const entry = entryOf(call, body);
  const after = applyEntry(participantSaves, state, entry, answer);
  expect(applyEntry(participantSaves, after, entry, answer)).toEqual(after);
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== state[name as keyof ParticipantState],
  );
  return Object.fromEntries(changed) as Partial<ParticipantState>;
}

describe('the person’s details', () => {
  const user = buildUser({ timeZone: '' });
  const details = { firstName: 'Ada', lastName: 'Lee', phone: '1', email: 'ada@example.org', password: '' };
  const { password: _password, ...shown } = details;

  test('are shown at once, without the password, and as the server has them once it answers', () => {
    expect(changesOf(stateOf({ user }), 'save-user', details)).toEqual({ user: { ...user, ...shown } });
    const zoned = { ...details, timeZone: 'Australia/Perth' };
    expect(changesOf(stateOf({ user }), 'save-user', zoned)).toEqual({
      user: { ...user, ...shown, timeZone: 'Australia/Perth' },
    });
    const answer = { user: buildUser({ firstName: 'Server' }) };
    expect(changesOf(stateOf({ user }), 'save-user', details, answer)).toEqual(answer);
    expect(changesOf(stateOf({ user: null }), 'save-user', details)).toEqual({});
  });

  test('of helpers and of the baseline are those given', () => {
    const doctor = { name: 'Dr Lee', phone: '2', email: 'lee@example.org' };
    expect(changesOf(stateOf(), 'save-doctor', { ...doctor, more: 1 })).toEqual({ doctor });
    const support = { name: 'Sam', phone: '3' };
    expect(changesOf(stateOf(), 'save-support', { ...support, more: 1 })).toEqual({ support });
    const baseline = { medicine: 1 };
    expect(changesOf(stateOf(), 'save-baseline', baseline)).toEqual({ baseline });
  });

  test.each(['save-user-agree', 'save-homestep'])('%s counts once the server has answered', (call) => {
    const answer = { user: buildUser({ consentAgree: true }) };
    expect(changesOf(stateOf({ user }), call, {})).toEqual({});
    expect(changesOf(stateOf({ user }), call, {}, answer)).toEqual(answer);
  });
});

describe('reminders', () => {
  const reminder = { hour: 9, isPaused: true, declinedOn: null, stepMessages: true };
  const on = stateOf({ reminder });

  test('an hour ends a pause, and none is remembered with the person’s own day', () => {
    expect(changesOf(on, 'save-reminder', { hour: 19 })).toEqual({
      reminder: { ...reminder, hour: 19, isPaused: false },
    });
    expect(changesOf(on, 'save-reminder', { hour: null })).toEqual({
      reminder: { ...reminder, hour: null, isPaused: false, declinedOn: '2026-11-20' },
    });
  });

  test('messages about steps are switched where there are reminders', () => {
    expect(changesOf(on, 'save-step-messages', { on: false })).toEqual({
      reminder: { ...reminder, stepMessages: false },
    });
    expect(changesOf(stateOf(), 'save-step-messages', { on: false })).toEqual({});
  });
});

describe('lists', () => {
  const [walk, swim] = [
    { id: 7, text: 'Walk' },
    { id: 8, text: 'Swim' },
  ];
  const harmless = buildSymptom({ id: 1, text: 'Tired' });
  const selfHarm = buildSymptom({ id: 2, text: 'Self-harm', redflag: true, selfHarm: true });
  const state = stateOf({ activities: [walk, swim], symptoms: [harmless, selfHarm] });

  test('an activity stands at the end, under an id of this device until the server gives one', () => {
    const activity = { text: 'Read' };
    expect(changesOf(state, 'add-activity', { activity })).toEqual({
      activities: [walk, swim, { id: TEMPORARY, text: 'Read' }],
    });
    expect(changesOf(state, 'add-activity', { activity }, { id: 9 })).toEqual({
      activities: [walk, swim, { id: 9, text: 'Read' }],
    });
    expect(changesOf(state, 'add-activity', { activity: { text: 'Run' } }, { id: 7 })).toEqual({
      activities: [{ id: 7, text: 'Run' }, swim],
    });
    expect(changesOf(state, 'delete-activity', { id: 7 })).toEqual({ activities: [swim] });
  });

  test('a symptom of one’s own is no warning sign until the server says so', () => {
    const symptom = { text: 'Dizzy', category: 'mood' };
    expect(changesOf(state, 'add-symptom', { symptom }).symptoms).toEqual([
      ...[harmless, selfHarm],
      { ...symptom, id: TEMPORARY, redflag: false, selfHarm: false },
    ]);
    const answer = { ...symptom, id: 3, redflag: true, selfHarm: true };
    expect(changesOf(state, 'add-symptom', { symptom }, answer).symptoms).toEqual([
      harmless,
      selfHarm,
      answer,
    ]);
  });

  test('a symptom is removed, and marked as a warning sign, but one of self-harm stays and stays marked', () => {
    expect(changesOf(state, 'delete-symptom', { id: 1 })).toEqual({ symptoms: [selfHarm] });
    expect(changesOf(state, 'delete-symptom', { id: 2 }).symptoms).toEqual([harmless, selfHarm]);
    const marked = (id: number, redflag: boolean) =>
      changesOf(state, 'save-symptom', { symptom: { id, redflag } }).symptoms;
    expect(marked(1, true)).toEqual([{ ...harmless, redflag: true }, selfHarm]);
    expect(marked(2, false)).toEqual([harmless, selfHarm]);
    const [sign, other] = [buildSymptom({ id: 3, redflag: true }), buildSymptom({ id: 4 })];
    const saved = (id: number, redflag: boolean) =>
      changesOf(stateOf({ symptoms: [sign, other] }), 'save-symptom', { symptom: { id, redflag } }).symptoms;
    expect(saved(3, false)).toEqual([{ ...sign, redflag: false }, other]);
    expect(saved(3, true)).toEqual([sign, other]);
  });
});

describe('the plan', () => {
  const user = buildUser({ startdose: 100, homestep: HOME_STEP.plan, timesperday: 1 });
  const state = stateOf({
    ...{ user, schedule: 11, prescriptions: PLAN, doseReports: [STARTING] },
    prescriptionsDefault: [
      { id: 1, scheduleid: 11, dose: 100, note: '' },
      { id: 2, scheduleid: 11, dose: 75, note: '' },
    ],
  });
  const steps = { prescriptions: [step(9, '2026-11-20', 75)], pastPrescriptions: [], doseReports: [] };

  test('a schedule that was chosen has no steps until the server has made them', () => {
    expect(changesOf(state, 'save-schedule', { schedule: 12 })).toEqual({
      ...{ schedule: 12, prescriptions: [], user },
    });
    const answer = { ...steps, startdose: 75, homestep: HOME_STEP.timeline, timesperday: 2 };
    expect(changesOf(state, 'save-schedule', { schedule: 12 }, answer)).toEqual({
      ...{ ...steps, schedule: 12 },
      user: { ...user, startdose: 75, homestep: HOME_STEP.timeline, timesperday: 2 },
    });
    expect(changesOf(stateOf({ user: null }), 'save-schedule', { schedule: 12 }).user).toBeUndefined();
  });

  test('a dose that was chosen is the starting dose', () => {
    const startdose = (body: object, answer?: object) =>
      changesOf(state, 'save-dose', body, answer).user?.startdose;
    expect(startdose({ prescription: 2 })).toBe(75);
    expect(startdose({ prescription: 99 })).toBe(100);
    expect(startdose({ prescription: 2 }, { ...steps, startdose: 50 })).toBe(50);
    expect(changesOf(state, 'save-dose', { prescription: 2 })).toMatchObject({ prescriptions: [] });
    expect(changesOf(state, 'save-dose', { prescription: 2 }, steps)).toMatchObject(steps);
    expect(changesOf(stateOf({ user: null }), 'save-dose', { prescription: 2 }).user).toBeUndefined();
  });

  test('rows that the team typed, strengths, and what is prepared', () => {
    expect(changesOf(state, 'save-medcustom', { customDates: [] })).toEqual({ prescriptions: [] });
    expect(changesOf(state, 'save-medcustom', { customDates: [] }, steps)).toEqual(steps);
    expect(changesOf(state, 'save-strengths', { strengths: [3] })).toEqual({ strengths: [3] });
    expect(changesOf(state, 'prepare-step', { step: 2, talked: true })).toEqual({
      prescriptions: [PLAN[0], { ...PLAN[1], talked: true }],
    });
    expect(changesOf(state, 'ask-about-dose', { reason: 'talk' })).toEqual({});
  });

  const say = (body: object, given = state, answer?: unknown) =>
    changesOf(given, 'report-dose', { day: '2026-11-20', dose: 50, step: 2, ...body }, answer);

  test('a dose that was reported counts at once, under the instant and the schedule of the report', () => {
    const report = {
      ...{ day: '2026-11-20', dose: 50, step: 2, kind: 'step', schedule: 11 },
      ...{ reportedAt: '2026-11-19T22:00:00.000Z', reportedBy: 'participant' },
    };
    expect(say({})).toEqual({
      doseReports: [STARTING, report],
      prescriptions: [PLAN[0], { ...PLAN[1], date: '2026-11-20' }],
    });
    expect(say({ dose: 100, step: null, stay: { until: null } }).doseReports?.at(-1)).toEqual({
      ...{ ...report, dose: 100, step: 1, stay: { until: null } },
    });
    expect(say({}, state, steps)).toEqual(steps);
    expect(say({}, { ...state, doseReports: undefined }).doseReports).toEqual([report]);
    expect(say({}, { ...state, schedule: null })).toEqual({});
  });

  test('the same dose again is another report only on another day, or where staying differs', () => {
    const known = say({ dose: 100, step: null, stay: { until: '2026-12-01' } });
    const again = (body: object) =>
      Object.keys(say({ dose: 100, step: null, ...body }, { ...state, ...known }));
    expect(again({})).toEqual([]);
    expect(again({ stay: { until: '2026-12-01' } })).toEqual([]);
    expect(again({ stay: { until: null } })).toContain('doseReports');
    expect(again({ day: '2026-11-21' })).toContain('doseReports');
    expect(again({ dose: 90 })).toContain('doseReports');
    const plain = { ...state, ...say({ dose: 100, step: null }) };
    expect(say({ dose: 100, step: null }, plain)).toEqual({});
    expect(Object.keys(say({ dose: 100, step: null, stay: { until: null } }, plain))).toContain(
      'doseReports',
    );
  });

  test('a report takes the place of one of the same day that a clock ahead has dated', () => {
    const ahead = {
      ...STARTING,
      day: '2026-11-20',
      kind: 'other' as const,
      reportedAt: '2026-11-20T05:00:00.000Z',
    };
    const { doseReports } = say({}, { ...state, doseReports: [STARTING, ahead] });
    expect(doseReports?.at(-1)).toMatchObject({ dose: 50, reportedAt: ahead.reportedAt });
  });
});

test('another medicine clears the dose that it does not come in, and no other answer', () => {
  const doseOf = (id: number) => ({ id, text: `${id} mg` });
  const medication = [
    { id: 1, setupoption: 11, doses: [31, 33].map(doseOf) },
    { id: 2, setupoption: 12, doses: [32].map(doseOf) },
  ];
  const answers = [
    { qid: 1, oid: 11 },
    { qid: 3, oid: 31 },
    { qid: 4, oid: 41 },
  ];
  const after = (questionId: number, optionId: number, given = answers) => {
    const state = stateOf({ medication, setupAnswers: given });
    const { setupAnswers } = changesOf(state, 'setup-save-option', { questionId, optionId });
    return Object.fromEntries((setupAnswers as typeof answers).map(({ qid, oid }) => [qid, oid]));
  };
  expect(after(4, 42)).toEqual({ 1: 11, 3: 31, 4: 42 });
  expect(after(1, 12)).toEqual({ 1: 12, 3: null, 4: 41 });
  expect(after(3, 32)).toEqual({ 1: 11, 3: null, 4: 41 });
  expect(after(1, 11, [])).toEqual({ 1: 11, 3: null });
});

test('an answer of the survey stands at its question, and the others stay', () => {
  const [question] = buildSurvey().questions;
  const surveyQuestions = [1, 2, 3].map((id) => ({ ...question, id })) as ParticipantState['surveyQuestions'];
  const state = stateOf({ surveyQuestions, surveyAnswers: [5] });
  const body = { questionId: 2, optionId: 6 };
  expect(changesOf(state, 'survey-save-option', body)).toEqual({ surveyAnswers: [5, 6, null] });
  const visitor = applyEntry(visitorSaves, state, entryOf('survey-save-option', body));
  expect(visitor.surveyAnswers).toEqual([5, 6, null]);
  expect(applyEntry(visitorSaves, state, entryOf('save-doctor', {}))).toEqual(state);
});

describe('a check-up', () => {
  const harm = buildSymptom({ id: 2, redflag: true, selfHarm: true });
  const tired = buildSymptom({ id: 1 });
  const lists = {
    symptoms: [tired, harm],
    activities: [
      { id: 7, text: 'Walk' },
      { id: 8, text: 'Swim' },
    ],
  };
  const checkUp = { sleep: true, mood: true, active: true, symptoms: [1, 2], activities: [8] };
  const at = '2026-11-19T22:00:00.000Z';

  test('without an instant of its own is of the save’s, and has what was chosen only', () => {
    const { records, todayActivities } = changesOf(stateOf(lists), 'save-record', {
      ...checkUp,
      symptoms: [1],
    });
    expect(records).toMatchObject([{ recordedAt: at, symptoms: [tired], activities: [{ id: 8 }] }]);
    expect(todayActivities).toEqual([{ id: 8, text: 'Swim' }]);
  });

  test('of a day that the server will reject is shown as of its instant', () => {
    const { records } = changesOf(stateOf(lists), 'save-record', { ...checkUp, localDate: '2026-11-01' });
    expect(records).toMatchObject([{ date: '2026-11-19', localDate: '2026-11-20', addedLater: false }]);
  });

  test('the first one starts the plan, and a later one moves nothing', () => {
    const unstarted = stateOf({ ...lists, prescriptions: PLAN });
    const started = changesOf(unstarted, 'save-record', checkUp);
    expect(started.prescriptions?.map(({ date }) => date)).toEqual(['2026-11-20', '2026-12-27']);
    const records = [buildRecord({ date: '2026-11-18' })];
    expect(changesOf({ ...unstarted, records }, 'save-record', checkUp)).not.toHaveProperty('prescriptions');
  });

  test('with the server’s answer is what the server has', () => {
    const answer = {
      record: buildRecord({ date: '2026-11-17' }),
      todayActivities: [{ id: 7, text: 'Walk' }],
    };
    expect(changesOf(stateOf(lists), 'save-record', checkUp, answer)).toMatchObject({
      ...{ records: [answer.record], todayActivities: answer.todayActivities },
    });
  });

  test.each<[string, { at: string; isOpen: boolean } | null, string]>([
    ['none', null, at],
    ['an earlier one', { at: '2026-11-18T22:00:00.000Z', isOpen: true }, at],
    ['an earlier one that was closed', { at: '2026-11-18T22:00:00.000Z', isOpen: false }, at],
    [
      'a later one that was closed',
      { at: '2026-11-20T01:00:00.000Z', isOpen: false },
      '2026-11-20T01:00:00.000Z',
    ],
  ])('of self-harm turns help on after %s', (_known, last, expected) => {
    const help = buildHelp({ selfHarm: last && { ...last, readAt: '2026-11-20T02:00:00.000Z' } });
    const { help: after } = changesOf(stateOf({ ...lists, help }), 'save-record', checkUp);
    expect(after?.selfHarm).toEqual({ at: expected, isOpen: true, readAt: null });
  });

  test('of self-harm changes nothing of help that is on since a later one, or of a server without help', () => {
    const help = buildHelp({ selfHarm: { at, isOpen: true, readAt: '2026-11-20T02:00:00.000Z' } });
    expect(changesOf(stateOf({ ...lists, help }), 'save-record', checkUp)).not.toHaveProperty('help');
    expect(changesOf(stateOf({ ...lists, help: undefined }), 'save-record', checkUp)).not.toHaveProperty(
      'help',
    );
    const none = { ...checkUp, symptoms: [1] };
    expect(changesOf(stateOf(lists), 'save-record', none)).not.toHaveProperty('help');
  });
});
