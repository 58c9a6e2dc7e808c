import { beforeEach, expect, test } from '@jest/globals';
import { allData, loginCheck, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { EMPTY_STATE } from '@stepwise/shared-contracts/store/participant-state';
import { buildAllData, buildSurvey, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { keepSnapshot } from './keep-snapshot.ts';
import { participantBundle } from './participant-bundle.ts';
import { createSession, type Session } from './session.ts';
import type { KeptState } from './snapshot.ts';

const HOUR_S = 3_600;
const dataOf = (firstName: string, more: Partial<AllData> = {}) =>
  buildAllData({ user: buildUser({ firstName }), ...more });

let host: FakeHost;
let session: Session;
/** What the device keeps, each time it was kept; null once it was erased. */
let kept: (KeptState | null)[];

beforeEach(() => {
  host = createFakeHost();
  kept = [];
  const snapshot = {
    read: async () => kept.at(-1) ?? null,
    keep: async (state: KeptState) => void kept.push(state),
    erase: async () => void kept.push(null),
  };
  session = createSession({
    ...{ client: host.client, outbox: host.outbox, store: host.store, snapshot },
    loadParticipantBundle: async () => participantBundle,
    currentPath: () => '/',
    leave: () => {},
    onAccountChange: () => {},
    now: () => host.now().getTime(),
  });
  keepSnapshot(session, host.store, snapshot);
  host.answer(surveyData, () => ({ body: buildSurvey() }));
});

test('a change of the server’s data is kept, and an end that moves by less than an hour is not', async () => {
  session.setRememberedUntil(24 * HOUR_S);
  await session.logIn(dataOf('Alex'));
  expect(kept.at(-1)?.user.firstName).toBe('Alex');
  kept.length = 0;
  host.store.server.setState({ user: buildUser({ firstName: 'Sam' }) });
  session.setRememberedUntil(25 * HOUR_S - 1);
  expect(kept.map((state) => state?.user.firstName)).toEqual(['Sam']);
  session.setRememberedUntil(25 * HOUR_S);
  expect(kept).toHaveLength(2);
});

test('acting for a participant keeps no copy of their data', async () => {
  session.setRememberedUntil(24 * HOUR_S);
  await session.logIn(dataOf('Alex', { adminActing: true }));
  host.store.server.setState({ user: buildUser({ firstName: 'Sam' }) });
  expect(kept).toEqual([]);
});

test('a session that the server has ended erases the kept copy, also on a remembered device', async () => {
  session.setRememberedUntil(24 * HOUR_S);
  await session.logIn(dataOf('Alex'));
  host.answer(loginCheck, () => ({ status: 200, body: { loggedIn: false as const } }));
  await session.start(true);
  expect(kept.at(-1)).toBeNull();
});

test('a device that is not remembered keeps no copy, and loses an earlier one as a page starts', async () => {
  kept.push({ ...EMPTY_STATE, ...dataOf('Sam') });
  host.answer(loginCheck, () => ({ status: 204 }));
  host.answer(allData, () => ({ body: dataOf('Alex') }));
  await session.start(true);
  expect(kept.at(-1)).toBeNull();
  kept.length = 0;
  host.store.server.setState({ user: buildUser({ firstName: 'Kim' }) });
  await session.logIn(dataOf('Alex'));
  expect(kept.filter((state) => state !== null)).toEqual([]);
});

test('a session that ends erases the kept copy, and leaves nothing of the participant in the page', async () => {
  session.setRememberedUntil(24 * HOUR_S);
  session.setExpiry(host.now().getTime() + 1);
  await session.logIn(dataOf('Alex', { doctor: { name: 'Dr Kim', phone: '1', email: '' } }));
  await host.outbox.saveDraft({ step: 'mood' });
  await session.end();
  expect(kept.at(-1)).toBeNull();
  const { questions: surveyQuestions, answers: surveyAnswers } = buildSurvey();
  expect(host.store.getState()).toEqual({ ...EMPTY_STATE, surveyQuestions, surveyAnswers });
  expect(host.outbox.state.getState().draft).toBeNull();
  expect(session.state.getState()).toMatchObject({ isLoggedIn: false, endsAt: null, keptUntil: null });
});

test('a log-in ends what was said of the session before, and loads the participant’s own survey', async () => {
  session.state.setState({ isLoggedIn: true, fault: 'log-in-check' });
  session.expire();
  host.store.server.setState({ surveyAnswers: [2] });
  await session.logIn(dataOf('Alex'));
  expect(session.state.getState()).toMatchObject({
    ...{ isLoggedIn: true, fault: null, expiredAt: null, hasExpired: false },
  });
  expect(host.store.getState().surveyAnswers).toEqual([null]);
});

test('log-out waits for a save that is on its way, and asks nothing about it', async () => {
  await session.logIn(dataOf('Alex'));
  const answered = Promise.withResolvers<object>();
  host.answer(saveDoctor, () => answered.promise);
  host.answer(logoutUser, () => ({ status: 204 }));
  void host.outbox.send(saveDoctor, { name: 'Dr Kim', phone: '', email: '' });
  const left = session.logOut();
  expect(session.state.getState().logOutDialog).toBeNull();
  answered.resolve({ status: 204 });
  expect(await left).toBe(true);
  expect(host.sent.map(({ path }) => path).slice(-3)).toContain(logoutUser.path);
});

test('a save that is answered while everything is fetched again is not undone by it', async () => {
  await session.logIn(dataOf('Alex'));
  const fetched = [dataOf('Alex'), dataOf('Sam')];
  host.answer(allData, () => {
    if (fetched.length === 2) host.store.server.setState({ user: buildUser({ firstName: 'Sam' }) });
    return { body: fetched.shift() ?? dataOf('Kim') };
  });
  await session.refresh();
  expect([host.store.getState().user?.firstName, fetched]).toEqual(['Sam', []]);
});

test('a visitor who comes back loads the survey again, and nothing of a participant', async () => {
  await session.refresh();
  expect(host.sent.map(({ path }) => path)).toEqual([surveyData.path]);
});

test('a session that resumes while it shows a fault asks for nothing', async () => {
  session.state.setState({ isLoggedIn: true, fault: 'data' });
  await session.resume();
  expect(host.sent).toEqual([]);
});
