// In one file: a table with the outcome of each call.
import { describe, expect, test } from '@jest/globals';
import {
  buildAllData,
  buildRecord,
  buildSymptom,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import { allCalls, findCall } from '../calls/all-calls.ts';
import type { AnswerOf, BodyOf, SavingCall, SuccessOf } from '../calls/call.ts';
import type { SavingCallName } from '../calls/saving-calls.ts';
import { CallError } from '../client/call-error.ts';
import type { Client } from '../client/client.ts';
import { createOutbox, type OutboxMessage } from '../client/outbox.ts';
import { createMemoryStorage, type OutboxStorage } from '../client/outbox-storage.ts';
import type { DoseReport } from '../entities/plan.ts';
import { participantSaves } from '../optimistic/participant-saves.ts';
import { doseInForce } from '../plan/dose-reports.ts';
import type { ParticipantState } from './participant-state.ts';
import { createParticipantStore } from './participant-store.ts';

const option = (id: number) => ({ id, text: `${id}` });
const step = (dose: number) => ({ id: dose, date: '2026-11-20', dose, note: '', days: 0 });
const current = { ...step(50), current: true };
const PLAN = [current, { ...step(25), date: '2026-12-18' }];
const user = buildUser({ startdose: 50 });

const STARTED: DoseReport = {
  day: '2026-11-20',
  dose: 50,
  step: 50,
  kind: 'starting',
  reportedAt: '2026-11-19T20:00:00.000Z',
  reportedBy: 'participant',
  schedule: 11,
};

/** What the server has before the save. */
const SERVER = {
  ...buildAllData({
    user,
    activities: [{ id: 1, text: 'Walk' }],
    symptoms: [buildSymptom({ id: 2, text: 'Waking' })],
    records: [buildRecord({ date: '2026-11-20', sleep: false })],
    medication: [
      { id: 1, setupoption: 11, doses: [option(31)] },
      { id: 2, setupoption: 12, doses: [option(32)] },
    ],
    setupAnswers: [
      { qid: 1, oid: 11 },
      { qid: 3, oid: 31 },
    ],
    schedule: 11,
    prescriptions: PLAN,
    doseReports: [STARTED],
    strengths: null,
    prescriptionsDefault: [{ id: 1201, scheduleid: 11, dose: 25, note: '' }],
  }),
  surveyQuestions: [{ id: 1, text: '', options: [{ id: 101, text: 'No', crisis: false }] }],
  surveyAnswers: [null],
};

interface Case<C extends SavingCall> {
  body: BodyOf<C>;
  /** What of the state the save is about. */
  look: (state: ParticipantState) => unknown;
  before: unknown;
  /** Until the answer; without it nothing shows before the server has decided. */
  unsent?: unknown;
  answer?: AnswerOf<C>;
  answered: unknown;
}

const agreed = { ...user, consentAgree: true };
const recorded = buildRecord({ date: '2026-11-20', sleep: true, timeZone: 'UTC' });
const added = buildSymptom({ id: 77, text: 'Snoring' });

/** One of each saving call: the table fails to type-check while a call is missing. */
const CASES: { [N in SavingCallName]: Case<(typeof allCalls)[N]> } = {
  addActivity: {
    body: { activity: { text: 'Swim' } },
    look: ({ activities }) => activities,
    before: [{ id: 1, text: 'Walk' }],
    unsent: [
      { id: 1, text: 'Walk' },
      { id: expect.any(Number), text: 'Swim' },
    ],
    answer: { id: 77 },
    answered: [
      { id: 1, text: 'Walk' },
      { id: 77, text: 'Swim' },
    ],
  },
  deleteActivity: {
    body: { id: 1 },
    look: ({ activities }) => activities,
    before: [{ id: 1, text: 'Walk' }],
    unsent: [],
    answered: [],
  },
  addSymptom: {
    body: { symptom: { text: 'Snoring', category: 'sleep' } },
    look: ({ symptoms }) => symptoms.map(({ id, text }) => [id, text]),
    before: [[2, 'Waking']],
    unsent: [
      [2, 'Waking'],
      [expect.any(Number), 'Snoring'],
    ],
    answer: added,
    answered: [
      [2, 'Waking'],
      [77, 'Snoring'],
    ],
  },
  deleteSymptom: {
    body: { id: 2 },
    look: ({ symptoms }) => symptoms,
    before: [buildSymptom({ id: 2, text: 'Waking' })],
    unsent: [],
    answered: [],
  },
  saveSymptom: {
    body: { symptom: { id: 2, text: 'Waking', category: 'sleep', redflag: true } },
    look: ({ symptoms }) => symptoms.map(({ redflag }) => redflag),
    before: [false],
    unsent: [true],
    answer: buildSymptom({ id: 2, text: 'Waking', redflag: true }),
    answered: [true],
  },
  saveRecord: {
    body: {
      symptoms: [2],
      sleep: true,
      mood: true,
      active: true,
      activities: [1],
      recordedAt: '2026-11-20T09:00:00.000Z',
    },
    look: ({ records, todayActivities }) => [records.map(({ sleep }) => sleep), todayActivities],
    before: [[false], []],
    unsent: [[true], [{ id: 1, text: 'Walk' }]],
    answer: { record: recorded, todayActivities: [{ id: 1, text: 'Walk' }] },
    answered: [[true], [{ id: 1, text: 'Walk' }]],
  },
  saveSchedule: {
    body: { schedule: 12 },
    look: ({ schedule, prescriptions, user }) => [schedule, prescriptions, user?.timesperday, user?.homestep],
    before: [11, PLAN, 1, 0],
    unsent: [12, [], 1, 0],
    answer: { prescriptions: [step(40)], startdose: 40, homestep: 4, timesperday: 2 },
    answered: [12, [step(40)], 2, 4],
  },
  saveDose: {
    body: { prescription: 1201 },
    look: ({ prescriptions, user }) => [prescriptions, user?.startdose],
    before: [PLAN, 50],
    unsent: [[], 25],
    answer: { prescriptions: [step(25)], startdose: 25 },
    answered: [[step(25)], 25],
  },
  saveMedcustom: {
    body: { customDates: [{ date: '20/11/2026', dose: '45', note: '' }] },
    look: ({ prescriptions, pastPrescriptions }) => [prescriptions, pastPrescriptions],
    before: [PLAN, undefined],
    unsent: [[], undefined],
    answer: { prescriptions: [step(45)], pastPrescriptions: [] },
    answered: [[step(45)], []],
  },
  reportDose: {
    body: { day: '2026-11-20', dose: 25, step: 25 },
    look: ({ prescriptions, doseReports }) => [
      prescriptions.map(({ dose, date }) => [dose, date]),
      doseInForce(doseReports, '2026-11-20'),
      doseReports?.length,
    ],
    before: [
      [
        [50, '2026-11-20'],
        [25, '2026-12-18'],
      ],
      50,
      1,
    ],
    unsent: [
      [
        [50, '2026-11-20'],
        [25, '2026-11-20'],
      ],
      25,
      2,
    ],
    answer: {
      prescriptions: [step(50), { ...step(25), date: '2026-11-20' }],
      doseReports: [STARTED, { ...STARTED, dose: 25, step: 25, kind: 'step' }],
    },
    answered: [
      [
        [50, '2026-11-20'],
        [25, '2026-11-20'],
      ],
      25,
      2,
    ],
  },
  saveStrengths: {
    body: { strengths: [61] },
    look: ({ strengths }) => strengths,
    before: null,
    unsent: [61],
    answered: [61],
  },
  prepareStep: {
    body: { step: 25, prepared: true },
    look: ({ prescriptions }) => prescriptions.map(({ prepared }) => prepared ?? false),
    before: [false, false],
    unsent: [false, true],
    answered: [false, true],
  },
  askAboutDose: {
    body: { reason: 'too-hard' },
    look: ({ prescriptions }) => prescriptions,
    before: PLAN,
    answered: PLAN,
  },
  setupSaveOption: {
    body: { questionId: 1, optionId: 12 },
    look: ({ setupAnswers }) => setupAnswers,
    before: [
      { qid: 1, oid: 11 },
      { qid: 3, oid: 31 },
    ],
    // The dose that was chosen is none of the other medicine's.
    unsent: [
      { qid: 1, oid: 12 },
      { qid: 3, oid: null },
    ],
    answered: [
      { qid: 1, oid: 12 },
      { qid: 3, oid: null },
    ],
  },
  surveySaveOption: {
    body: { questionId: 1, optionId: 101 },
    look: ({ surveyAnswers }) => surveyAnswers,
    before: [null],
    unsent: [101],
    answered: [101],
  },
  saveUser: {
    body: { firstName: 'Sam', lastName: 'Lee', phone: '0491', email: 'sam@example.org', password: '' },
    look: ({ user }) => [user?.firstName, user?.lastName, user?.phone, user?.email],
    before: ['Alex', '', '', 'alex@example.org'],
    unsent: ['Sam', 'Lee', '0491', 'sam@example.org'],
    answer: { user: { ...user, firstName: 'Sam', lastName: 'Lee', phone: '0491', email: 'sam@example.org' } },
    answered: ['Sam', 'Lee', '0491', 'sam@example.org'],
  },
  saveDoctor: {
    body: { name: 'Dr Kim', phone: '1', email: '' },
    look: ({ doctor }) => doctor,
    before: { name: '', phone: '', email: '' },
    unsent: { name: 'Dr Kim', phone: '1', email: '' },
    answered: { name: 'Dr Kim', phone: '1', email: '' },
  },
  saveSupport: {
    body: { name: 'Jo', phone: '2' },
    look: ({ support }) => support,
    before: { name: '', phone: '' },
    unsent: { name: 'Jo', phone: '2' },
    answered: { name: 'Jo', phone: '2' },
  },
  saveUserAgree: {
    body: { futureContact: true, consentAgree: true },
    look: ({ user }) => user?.consentAgree,
    before: false,
    answer: { user: agreed },
    answered: true,
  },
  saveBaseline: {
    body: { medicine: 106, dose: 363, duration: 501 },
    look: ({ baseline }) => baseline,
    before: undefined,
    unsent: { medicine: 106, dose: 363, duration: 501 },
    answered: { medicine: 106, dose: 363, duration: 501 },
  },
  saveHomestep: {
    body: { homestep: 3 },
    look: ({ user }) => user?.homestep,
    before: 0,
    answer: { user: { ...user, homestep: 3 } },
    answered: 3,
  },
  saveReminder: {
    body: { hour: 9 },
    look: ({ reminder }) => reminder,
    before: undefined,
    unsent: { hour: 9, isPaused: false },
    answered: { hour: 9, isPaused: false },
  },
  saveStepMessages: {
    body: { on: false },
    look: ({ reminder }) => reminder,
    before: undefined,
    unsent: undefined,
    answered: undefined,
  },
};

const offline = new CallError('unreachable', 'No answer came.');

/** The device and the server of one participant, and the pages that are open. */
function createDevice() {
  const storage: OutboxStorage = createMemoryStorage();
  const network = { answer: null as SuccessOf<SavingCall> | null, error: offline as CallError };
  const tabs: ((message: OutboxMessage) => Promise<void>)[] = [];
  let ids = 0;
  const client = {
    send: async () => {
      if (network.answer) return network.answer;
      throw network.error;
    },
  } as unknown as Client;

  const open = async (account: string | null = 'a') => {
    const outbox = createOutbox({
      client,
      storage,
      findCall,
      now: () => new Date('2026-11-20T09:00:00Z'),
      timeZone: () => 'UTC',
      newId: () => String(++ids).padStart(12, '0'),
      exclusively: (task) => task(),
      schedule: () => {},
      notifyOtherTabs: (message) => {
        for (const receive of tabs) if (receive !== outbox.receive) void receive(message);
      },
      onAnswer: (entry, success) => store.reconcile(entry, success),
      onStale: () => {},
    });
    const store = createParticipantStore(outbox.state, () => participantSaves);
    tabs.push(outbox.receive);
    store.server.setState(SERVER);
    await outbox.setAccount(account);
    await outbox.flush();
    return { outbox, store };
  };
  return { network, open, storage };
}

describe.each(Object.entries(CASES))('%s', (name, given) => {
  const call = allCalls[name as SavingCallName] as SavingCall;
  const { look, before, answered, body } = given as unknown as Case<SavingCall>;
  const unsent = 'unsent' in given ? given.unsent : before;
  const success = {
    status: Number(Object.keys(call.responses)[0]),
    ...('answer' in given && { body: given.answer }),
  } as unknown as SuccessOf<SavingCall>;
  type Page = Awaited<ReturnType<ReturnType<typeof createDevice>['open']>>;
  const shown = ({ store }: Page) => look(store.getState());

  test('is shown at once, and as the server has it after the answer', async () => {
    const { network, open } = createDevice();
    const page = await open();
    expect(shown(page)).toEqual(before);
    const sent = page.outbox.send(call, body as never);
    expect(shown(page)).toEqual(unsent);
    await page.outbox.flush();
    expect(shown(page)).toEqual(unsent);
    network.answer = success;
    await page.outbox.flush();
    await sent;
    expect(shown(page)).toEqual(answered);
    expect(look(page.store.server.getState())).toEqual(answered);
    expect(page.outbox.state.getState().entries).toEqual([]);
  });

  test('is shown after a reload without a network, and as the server has it once there is one', async () => {
    const { network, open } = createDevice();
    const first = await open();
    void first.outbox.send(call, body as never);
    await first.outbox.flush();

    const reloaded = await open();
    expect(shown(reloaded)).toEqual(unsent);
    expect(look(reloaded.store.server.getState())).toEqual(before);
    expect(reloaded.outbox.state.getState()).toMatchObject({
      isWaiting: true,
      entries: [{ path: call.path }],
    });
    network.answer = success;
    await reloaded.outbox.flush();
    expect(shown(reloaded)).toEqual(answered);
  });

  test('is shown in a second tab that is open, and its answer as well', async () => {
    const { network, open } = createDevice();
    const [first, second] = [await open(), await open()];
    void first.outbox.send(call, body as never);
    await first.outbox.flush();
    expect(shown(second)).toEqual(unsent);
    network.answer = success;
    await first.outbox.flush();
    await second.outbox.receive(null);
    expect(shown(second)).toEqual(answered);
    expect(second.outbox.state.getState().entries).toEqual([]);
  });

  test('is shown no longer once it is rejected, in any tab', async () => {
    const { network, open } = createDevice();
    const [first, second] = [await open(), await open()];
    const sent = first.outbox.send(call, body as never);
    network.error = new CallError('not-found', 'No.', { status: 404 });
    await expect(sent).rejects.toBe(network.error);
    await first.outbox.flush();
    await second.outbox.receive(null);
    for (const page of [first, second, await open()]) expect(shown(page)).toEqual(before);
  });

  test('is never shown to another participant', async () => {
    const { open } = createDevice();
    const page = await open();
    void page.outbox.send(call, body as never);
    await page.outbox.flush();
    await page.outbox.setAccount('b');
    expect(shown(page)).toEqual(before);
    expect(shown(await open('b'))).toEqual(before);
  });

  test('changes nothing where what the server has holds it already', async () => {
    const { network, open } = createDevice();
    const page = await open();
    network.answer = success;
    await page.outbox.send(call, body as never);
    const entry = { id: '000000000001', account: 'a', path: call.path, body, createdAt: '', timeZone: 'UTC' };
    page.store.reconcile(entry, success);
    expect(shown(page)).toEqual(answered);
  });
});

test('who follows what is shown hears of a save at once, of the server’s data, and of each change once', async () => {
  const { open } = createDevice();
  const { outbox, store } = await open();
  const heard: [string, string][] = [];
  const stop = store.subscribe((shown, before) => heard.push([before.doctor.name, shown.doctor.name]));
  const { body } = CASES.saveDoctor;
  void outbox.send(allCalls.saveDoctor, body);
  expect(heard).toEqual([['', 'Dr Kim']]);
  await outbox.flush();
  store.server.setState({ strengths: [61] });
  expect(heard).toEqual([
    ['', 'Dr Kim'],
    ['Dr Kim', 'Dr Kim'],
  ]);
  stop();
  void outbox.send(allCalls.saveDoctor, { ...body, name: 'Dr Lee' });
  expect(heard).toHaveLength(2);
});

test('a visitor’s save is shown, and lives as long as the page', async () => {
  const { network, open, storage } = createDevice();
  const page = await open(null);
  const { body, look, answered } = CASES.surveySaveOption;
  void page.outbox.send(allCalls.surveySaveOption, body);
  await page.outbox.flush();
  expect(look(page.store.getState())).toEqual([101]);
  expect(await storage.list()).toEqual([]);
  expect(look((await open(null)).store.getState())).toEqual([null]);

  network.answer = { status: 204 };
  await page.outbox.flush();
  expect(look(page.store.server.getState())).toEqual(answered);
  await page.outbox.setAccount('a');
  expect(page.outbox.state.getState().entries).toEqual([]);
});
