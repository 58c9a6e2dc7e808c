// In one file: every test is of one queue over the same storage.
import { randomBytes } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { addSymptom, deleteSymptom, saveRecord } from '../calls/tracker.calls.ts';
import { saveDoctor, saveHomestep, saveUser } from '../calls/user.calls.ts';
import { CallError } from './call-error.ts';
import type { Client } from './client.ts';
import { createOutbox } from './outbox.ts';
import { createMemoryStorage, type OutboxStorage, temporaryIdOf } from './outbox-storage.ts';

const DOCTOR = { name: 'Dr Kim Nguyen', phone: '', email: '' };
const CALLS = [saveDoctor, saveHomestep, saveUser, addSymptom, deleteSymptom, saveRecord];
const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

function setUp(storage: OutboxStorage = createMemoryStorage()) {
  const network = { fault: null as CallError | null };
  const send = jest.fn(async (_call: unknown, _body: unknown, _options: unknown) => {
    if (network.fault) throw network.fault;
    return { status: 204 };
  });
  const retries: (() => void)[] = [];
  const delays: number[] = [];
  const place = { timeZone: 'Australia/Melbourne' };
  const notifyOtherTabs = jest.fn();
  const onStale = jest.fn();
  const onAnswer = jest.fn();
  const outbox = createOutbox({
    client: { send } as unknown as Client,
    storage,
    findCall: (path) => CALLS.find((call) => call.path === path),
    now: () => new Date('2026-11-20T09:00:00Z'),
    timeZone: () => place.timeZone,
    newId: () => randomBytes(16).toString('hex'),
    exclusively: (task) => task(),
    schedule: (task, delayMs) => {
      retries.push(task);
      delays.push(delayMs);
    },
    notifyOtherTabs,
    onAnswer,
    onStale,
  });
  return { outbox, send, network, retries, delays, place, notifyOtherTabs, onAnswer, onStale, storage };
}

const offline = new CallError('unreachable', 'No answer came.');

test('a save is sent once and leaves nothing behind', async () => {
  const { outbox, send, storage } = setUp();
  await outbox.setAccount('a');
  await expect(outbox.send(saveDoctor, DOCTOR)).resolves.toMatchObject({ status: 204 });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await storage.list()).toEqual([]);
});

test('rejects a body with a password, and keeps one whose passwords are empty', async () => {
  const { outbox, send } = setUp();
  await outbox.setAccount('a');
  const details = { firstName: 'Pat', lastName: '', phone: '', email: 'pat@example.org', password: '' };
  expect(() => outbox.send(saveUser, { ...details, password: 'x' })).toThrow(TypeError);
  expect(() => outbox.send(saveUser, { ...details, currentPassword: 'x' })).toThrow(TypeError);
  expect(outbox.state.getState().entries).toEqual([]);
  void outbox.send(saveUser, details);
  await outbox.flush();
  expect(send).toHaveBeenCalledTimes(1);
});

test('a save without a network is stored, shown as waiting, and sent by the retry', async () => {
  const { outbox, send, network, retries } = setUp();
  await outbox.setAccount('a');
  network.fault = offline;
  const saved = outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(outbox.state.getState()).toMatchObject({ isWaiting: true, entries: [{ body: DOCTOR }] });

  network.fault = null;
  retries.shift()?.();
  await expect(saved).resolves.toMatchObject({ status: 204 });
  await outbox.flush();
  expect(outbox.state.getState()).toMatchObject({ isWaiting: false, entries: [], rejected: [] });
  const keys = send.mock.calls.map(([, , options]) => options);
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(1);
});

test('a page opened later sends what an earlier page left, and says so', async () => {
  const storage = createMemoryStorage();
  const first = setUp(storage);
  await first.outbox.setAccount('a');
  first.network.fault = offline;
  void first.outbox.send(saveDoctor, DOCTOR);
  await first.outbox.flush();

  const second = setUp(storage);
  await second.outbox.setAccount('a');
  await second.outbox.flush();
  expect(second.send).toHaveBeenCalledTimes(1);
  expect(second.onStale).toHaveBeenCalledTimes(1);
  expect(await storage.list()).toEqual([]);
});

test("one person's saves are never sent or shown under another account", async () => {
  const { outbox, send, network, storage } = setUp();
  await outbox.setAccount('a');
  network.fault = offline;
  void outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  send.mockClear();

  network.fault = null;
  await outbox.setAccount('b');
  await outbox.flush();
  expect(send).not.toHaveBeenCalled();
  expect(outbox.state.getState().entries).toEqual([]);
  expect(await storage.list()).toHaveLength(1);

  await outbox.setAccount('a');
  await outbox.flush();
  expect(send).toHaveBeenCalledTimes(1);
});

test('a rejection reaches the caller, is not tried again, and has the page ask what is right', async () => {
  const { outbox, network, retries, storage, onStale } = setUp();
  await outbox.setAccount('a');
  network.fault = new CallError('bad-request', 'Wrong shape.', { status: 400 });
  await expect(outbox.send(saveDoctor, DOCTOR)).rejects.toMatchObject({ code: 'bad-request' });
  expect(retries).toEqual([]);
  expect(await storage.list()).toEqual([]);
  expect(onStale).toHaveBeenCalledTimes(1);
});

test('retries come at twice the delay each time, at most a minute apart, and soon again after a success', async () => {
  const { outbox, network, retries, delays } = setUp();
  await outbox.setAccount('a');
  network.fault = offline;
  const saved = outbox.send(saveDoctor, DOCTOR);
  const retry = async () => {
    retries.shift()?.();
    await outbox.flush();
  };
  await outbox.flush();
  for (let times = 0; times < 6; times += 1) await retry();
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  // After a log-in as well.
  await outbox.setAccount('a');
  await retry();
  expect(delays.at(-1)).toBe(2_000);
  network.fault = null;
  await retry();
  await saved;
  network.fault = offline;
  void outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(delays.at(-1)).toBe(2_000);
});

test('a save is sent with the time zone in which it was made', async () => {
  const { outbox, send, network, place } = setUp();
  await outbox.setAccount('a');
  network.fault = offline;
  void outbox.send(saveRecord, RECORD);
  await outbox.flush();
  place.timeZone = 'Europe/London';
  network.fault = null;
  await outbox.flush();
  expect(send.mock.calls.at(-1)?.[2]).toMatchObject({ timeZone: 'Australia/Melbourne' });
});

test('an ended session keeps the save for the next log-in, which then shows it', async () => {
  const { outbox, network, storage, onStale } = setUp();
  await outbox.setAccount('a');
  network.fault = new CallError('not-logged-in', 'Log in.', { status: 401 });
  const saved = outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(await storage.list()).toHaveLength(1);

  network.fault = null;
  await outbox.setAccount('a');
  await expect(saved).resolves.toMatchObject({ status: 204 });
  // The log-in replaced what the page shows by what the server had before this save.
  expect(onStale).toHaveBeenCalledTimes(1);
});

test('saves of one call keep their order; another call is not held back', async () => {
  const { outbox, send } = setUp();
  await outbox.setAccount('a');
  send.mockRejectedValueOnce(new CallError('internal', 'Fault.', { status: 500 }));
  const first = outbox.send(saveDoctor, { ...DOCTOR, name: 'first' });
  const second = outbox.send(saveDoctor, { ...DOCTOR, name: 'second' });
  await outbox.send(saveHomestep, { homestep: 3 });
  await outbox.flush();
  await Promise.all([first, second]);

  const names = send.mock.calls.map(([, body]) => (body as { name?: string }).name ?? 'home step');
  expect(names.filter((name) => name !== 'home step').slice(-2)).toEqual(['first', 'second']);
  expect(names.indexOf('home step')).toBeGreaterThan(-1);
});

test('a tab learns the answer to its save when another tab sent it', async () => {
  const storage = createMemoryStorage();
  const first = setUp(storage);
  const second = setUp(storage);
  await first.outbox.setAccount('a');
  await second.outbox.setAccount('a');
  first.network.fault = offline;
  const saved = first.outbox.send(saveDoctor, DOCTOR);
  await first.outbox.flush();
  await second.outbox.flush();
  expect(second.send).toHaveBeenCalledTimes(1);
  expect(await storage.list()).toEqual([]);

  first.network.fault = null;
  await first.outbox.flush();
  await expect(saved).resolves.toMatchObject({ status: 204 });
  expect(first.outbox.state.getState()).toMatchObject({ entries: [], isWaiting: false });
  const keyOf = (tab: typeof first) => tab.send.mock.calls.at(-1)?.[2];
  expect(keyOf(first)).toMatchObject({ idempotencyKey: expect.any(String) });
  expect(keyOf(first)).toMatchObject({
    idempotencyKey: (keyOf(second) as { idempotencyKey: string }).idempotencyKey,
  });
});

test('every save names its participant, so that it cannot land in the account of who logs in next', async () => {
  const { outbox, send } = setUp();
  await outbox.setAccount('a');
  await outbox.send(saveDoctor, DOCTOR);
  expect(send.mock.calls[0]?.[2]).toMatchObject({
    participant: 'a',
    timeZone: 'Australia/Melbourne',
    signal: expect.any(AbortSignal),
  });
});

test.each([
  ['an unreadable answer, as a captive portal gives', new CallError('unreadable', '?', { status: 200 })],
  ['a stale token', new CallError('wrong-csrf-token', '?', { status: 403 })],
])('%s does not cost the save', async (_, fault) => {
  const { outbox, network, storage } = setUp();
  await outbox.setAccount('a');
  network.fault = fault;
  const saved = outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(await storage.list()).toHaveLength(1);

  network.fault = null;
  await outbox.flush();
  await expect(saved).resolves.toMatchObject({ status: 204 });
});

test('a save is still sent, and tried again, in a browser whose storage fails', async () => {
  const broken = () => Promise.reject(new Error('no storage'));
  const { outbox, network } = setUp({ list: broken, add: broken, remove: broken, update: broken });
  await outbox.setAccount('a');
  network.fault = offline;
  const saved = outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(outbox.state.getState()).toMatchObject({ isWaiting: true, entries: [{ body: DOCTOR }] });

  network.fault = null;
  await outbox.flush();
  await expect(saved).resolves.toMatchObject({ status: 204 });
  expect(outbox.state.getState()).toMatchObject({ isWaiting: false, entries: [] });
});

test('a fault of the page does not stop the saves after it', async () => {
  const { outbox, send, retries } = setUp();
  await outbox.setAccount('a');
  const waited: boolean[] = [];
  outbox.state.subscribe(({ isWaiting }) => waited.push(isWaiting));
  send.mockRejectedValueOnce(new TypeError('a fault'));
  const saved = outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(retries).toHaveLength(1);
  expect(waited).toContain(true);
  retries.shift()?.();
  await expect(saved).resolves.toMatchObject({ status: 204 });
});

test('a rejected check-up stays on the device until it is dismissed, and is not sent again', async () => {
  const storage = createMemoryStorage();
  const first = setUp(storage);
  await first.outbox.setAccount('a');
  first.network.fault = new CallError('not-found', 'A symptom is gone.', { status: 404 });
  await expect(first.outbox.send(saveRecord, RECORD)).rejects.toMatchObject({ code: 'not-found' });
  // Other tabs read the storage again, once when it was kept and once when it was rejected.
  expect(first.notifyOtherTabs.mock.calls).toEqual([[null], [null]]);

  const second = setUp(storage);
  await second.outbox.setAccount('a');
  await second.outbox.flush();
  expect(second.send).not.toHaveBeenCalled();
  const { entries, rejected } = second.outbox.state.getState();
  expect(entries).toEqual([]);
  expect(rejected).toMatchObject([{ body: RECORD, rejection: 'A symptom is gone.' }]);

  await second.outbox.setAccount('b');
  expect(second.outbox.state.getState().rejected).toEqual([]);
  await second.outbox.setAccount('a');
  expect(second.notifyOtherTabs).not.toHaveBeenCalled();
  await second.outbox.dismiss(rejected[0]?.id ?? '');
  expect(second.notifyOtherTabs.mock.calls).toEqual([[null]]);
  expect(second.outbox.state.getState().rejected).toEqual([]);
  expect(await storage.list()).toEqual([]);
});

test('an erased participant’s unsent and rejected saves are removed, and no others', async () => {
  const { outbox, network, storage } = setUp();
  network.fault = offline;
  await outbox.setAccount('b');
  void outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  await outbox.setAccount('a');
  const unsent = outbox.send(saveDoctor, DOCTOR);
  const rejected = expect(unsent).rejects.toMatchObject({ code: 'not-logged-in' });
  await outbox.flush();
  await outbox.forget();
  await rejected;
  network.fault = new CallError('not-found', 'A symptom is gone.', { status: 404 });
  await expect(outbox.send(saveRecord, RECORD)).rejects.toMatchObject({ code: 'not-found' });
  await outbox.forget();
  expect(outbox.state.getState()).toMatchObject({ entries: [], rejected: [] });
  expect((await storage.list()).map(({ account }) => account)).toEqual(['b']);
});

test('a save that mentions what an earlier one adds waits for it, also after a reload, and leaves with the real id', async () => {
  const storage = createMemoryStorage();
  const first = setUp(storage);
  first.network.fault = offline;
  await first.outbox.setAccount('a');
  void first.outbox.send(addSymptom, { symptom: { text: 'Snoring', category: 'sleep' } });
  const [added] = first.outbox.state.getState().entries;
  const temporaryId = temporaryIdOf(added as NonNullable<typeof added>);
  void first.outbox.send(saveRecord, { ...RECORD, symptoms: [3, temporaryId] });
  void first.outbox.send(deleteSymptom, { id: temporaryId });
  await first.outbox.flush();
  expect(new Set(first.send.mock.calls.map(([call]) => call))).toEqual(new Set([addSymptom]));

  const second = setUp(storage);
  second.send.mockImplementationOnce(async () => ({ status: 200, body: { id: 77 } }));
  await second.outbox.setAccount('a');
  await second.outbox.flush();
  expect(second.send.mock.calls.slice(1).map(([, body]) => body)).toEqual([
    { ...RECORD, symptoms: [3, 77] },
    { id: 77 },
  ]);
});

test("a visitor's save is tried again, is never stored, and ends with the log-in", async () => {
  const { outbox, send, network, storage } = setUp();
  network.fault = offline;
  void outbox.send(saveDoctor, DOCTOR);
  await outbox.flush();
  expect(await storage.list()).toEqual([]);
  expect(outbox.state.getState()).toMatchObject({ isWaiting: true, entries: [{ account: null }] });
  expect(send.mock.calls[0]?.[2]).toEqual({
    timeZone: 'Australia/Melbourne',
    signal: expect.any(AbortSignal),
  });

  await outbox.setAccount('a');
  await outbox.setAccount(null);
  expect(outbox.state.getState().entries).toEqual([]);
});

test('an answer to another account’s save, which a tab of that account sends, changes nothing here', async () => {
  const { outbox, onAnswer } = setUp();
  await outbox.setAccount('a');
  const entry = { id: '0'.repeat(32), account: 'b', path: saveDoctor.path, body: DOCTOR, createdAt: '' };
  const message = { entry: { ...entry, timeZone: 'UTC' }, success: { status: 204 as const } };
  await outbox.receive(message);
  expect(onAnswer).not.toHaveBeenCalled();
  await outbox.setAccount('b');
  await outbox.receive(message);
  expect(onAnswer.mock.calls).toEqual([[message.entry, message.success]]);
});

test('a save that an earlier release stored without a time zone is sent with the device’s', async () => {
  const storage = createMemoryStorage();
  const { timeZone: _, ...stored } = {
    ...{ id: '0'.repeat(32), account: 'a', path: saveDoctor.path, body: DOCTOR },
    ...{ createdAt: '2026-11-20T09:00:00.000Z', timeZone: '' },
  };
  await storage.add(stored as Parameters<typeof storage.add>[0]);
  const { outbox, send } = setUp(storage);
  await outbox.setAccount('a');
  await outbox.flush();
  expect(send.mock.calls[0]?.[2]).toMatchObject({ timeZone: 'Australia/Melbourne' });
});

test('a tab that missed an answer in another tab asks the server', async () => {
  const storage = createMemoryStorage();
  const [first, second] = [setUp(storage), setUp(storage)];
  first.network.fault = offline;
  second.network.fault = offline;
  await first.outbox.setAccount('a');
  void first.outbox.send(saveDoctor, DOCTOR);
  await first.outbox.flush();
  await second.outbox.setAccount('a');
  await second.outbox.flush();
  expect(second.outbox.state.getState().entries).toHaveLength(1);

  first.network.fault = null;
  await first.outbox.flush();
  await second.outbox.flush();
  expect(second.outbox.state.getState().entries).toEqual([]);
  expect(second.onStale).toHaveBeenCalledTimes(1);
});

test('a tab shows the save that another tab made in the place of one that was answered', async () => {
  const storage = createMemoryStorage();
  const [first, second] = [setUp(storage), setUp(storage)];
  for (const { network, outbox } of [first, second]) {
    network.fault = offline;
    await outbox.setAccount('a');
  }
  void first.outbox.send(saveDoctor, { ...DOCTOR, name: 'answered' });
  await first.outbox.flush();
  await second.outbox.receive(null);
  first.network.fault = null;
  await first.outbox.flush();
  first.network.fault = offline;
  void first.outbox.send(saveDoctor, { ...DOCTOR, name: 'newer' });
  await first.outbox.flush();
  await second.outbox.receive(null);
  expect(second.outbox.state.getState().entries).toMatchObject([{ body: { name: 'newer' } }]);
});

test('a save that mentions an added item leaves with the real id in a browser whose storage fails', async () => {
  const broken = () => Promise.reject(new Error('no storage'));
  const { outbox, send, network } = setUp({ list: broken, add: broken, remove: broken, update: broken });
  await outbox.setAccount('a');
  network.fault = offline;
  void outbox.send(addSymptom, { symptom: { text: 'Snoring', category: 'sleep' } });
  const [added] = outbox.state.getState().entries;
  const removed = outbox.send(deleteSymptom, { id: temporaryIdOf(added as NonNullable<typeof added>) });
  await outbox.flush();
  network.fault = null;
  send.mockImplementationOnce(async () => ({ status: 200, body: { id: 77 } }) as never);
  await outbox.flush();
  await removed;
  expect(send.mock.calls.at(-1)?.[1]).toEqual({ id: 77 });
});

describe('a stored draft that is read slowly', () => {
  /** Logs a participant in whose draft of the check-up is read only once `finish` is called. */
  async function open(after = ['what is unsent']) {
    const storage = createMemoryStorage();
    const earlier = setUp(storage);
    await earlier.outbox.setAccount('a');
    await earlier.outbox.saveDraft({ step: 'sleep' });
    await earlier.outbox.saveTyped?.('doctor', { name: 'Dr' });
    const rows = await storage.list();
    const reading = Promise.withResolvers<typeof rows>();
    const asked = Promise.withResolvers<void>();
    const list = jest.fn(async () => rows);
    for (const _ of after) list.mockImplementationOnce(async () => rows);
    list.mockImplementationOnce(() => {
      asked.resolve();
      return reading.promise;
    });
    const { outbox } = setUp({ ...storage, list });
    const opening = outbox.setAccount('a');
    await asked.promise;
    const finish = async () => {
      reading.resolve(rows);
      await opening;
    };
    return { outbox, finish };
  }
  const draftIn = ({ outbox }: Awaited<ReturnType<typeof open>>) => outbox.state.getState().draft;

  test('is shown', async () => {
    const page = await open();
    await page.finish();
    expect(draftIn(page)).toEqual({ step: 'sleep' });
  });

  test('replaces none that was begun meanwhile', async () => {
    const page = await open();
    void page.outbox.saveDraft({ step: 'mood' });
    await page.finish();
    expect(draftIn(page)).toEqual({ step: 'mood' });
  });

  test('is not shown to who logged in meanwhile', async () => {
    const page = await open();
    const other = page.outbox.setAccount('b');
    await page.finish();
    await other;
    expect(draftIn(page)).toBeNull();
  });

  test('is not shown to them either where it was typed into a form', async () => {
    const page = await open(['what is unsent', 'the draft']);
    const other = page.outbox.setAccount('b');
    await page.finish();
    await other;
    expect(page.outbox.state.getState().typed).toEqual({});
  });
});

test('a draft is the participant’s own, outlives a reload, is never sent, and goes when it is removed', async () => {
  const { outbox, send, storage } = setUp();
  await outbox.setAccount('a');
  await outbox.saveDraft({ step: 'mood' });
  expect(outbox.state.getState().draft).toEqual({ step: 'mood' });
  await outbox.setAccount('b');
  expect(outbox.state.getState().draft).toBeNull();

  const reloaded = setUp(storage);
  await reloaded.outbox.setAccount('a');
  expect(reloaded.outbox.state.getState()).toMatchObject({ draft: { step: 'mood' }, entries: [] });
  await reloaded.outbox.flush();
  expect([send, reloaded.send].map((each) => each.mock.calls)).toEqual([[], []]);

  await reloaded.outbox.saveDraft(null);
  expect(await storage.list()).toEqual([]);
  await reloaded.outbox.setAccount(null);
  await reloaded.outbox.saveDraft({ step: 'mood' });
  expect(await storage.list()).toEqual([]);
});

test('a draft goes with everything of a participant whose information was erased', async () => {
  const { outbox, storage } = setUp();
  await outbox.setAccount('a');
  await outbox.saveDraft({ step: 'mood' });
  await outbox.forget();
  expect(outbox.state.getState().draft).toBeNull();
  expect(await storage.list()).toEqual([]);
});

test('drafts are kept by form, outlive a reload, and are deleted form by form or all together', async () => {
  const { outbox, storage } = setUp();
  await outbox.setAccount('a');
  await outbox.saveTyped?.('doctor', { name: 'Dr' });
  await outbox.saveTyped?.('phone', '0491');
  await outbox.saveDraft({ step: 'mood' });

  const reloaded = setUp(storage);
  await reloaded.outbox.setAccount('a');
  const shown = () => reloaded.outbox.state.getState();
  expect(shown()).toMatchObject({ typed: { doctor: { name: 'Dr' }, phone: '0491' }, entries: [] });
  await reloaded.outbox.saveTyped?.('doctor', null);
  expect(shown().typed).toEqual({ phone: '0491' });
  await reloaded.outbox.setAccount('b');
  expect(shown().typed).toEqual({});
  await reloaded.outbox.setAccount('a');
  expect(shown().typed).toEqual({ phone: '0491' });
  await reloaded.outbox.forget();
  expect(shown().typed).toEqual({});
  expect(await storage.list()).toEqual([]);
});
