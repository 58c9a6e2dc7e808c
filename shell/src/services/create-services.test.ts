/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import { buildAllData, buildRecord, buildSurvey, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { participantBundle } from './participant-bundle.ts';

const { createServices } = await import('./create-services.ts');

const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

interface Channel extends Pick<BroadcastChannel, 'name' | 'onmessage'> {
  posted: unknown[];
}
let channels: Channel[];
/** What each call was answered, by its path; the network fails where nothing is. */
let answers: Map<string, () => Response>;
let asked: { path: string; key: string | null }[];

beforeEach(() => {
  channels = [];
  answers = new Map();
  asked = [];
  jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation((name) => {
    const posted: unknown[] = [];
    const channel = { name, onmessage: null, posted, postMessage: (data: unknown) => posted.push(data) };
    channels.push(channel);
    return channel as unknown as BroadcastChannel;
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, { headers } = {}) => {
    asked.push({ path: String(path), key: new Headers(headers).get('idempotency-key') });
    const answer = answers.get(String(path));
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const open = (given?: BootData['answers']) =>
  createServices(
    { site: {} as SiteContent, ...(given && { answers: given }) },
    async () => participantBundle,
  );
const channelOf = (name: string) => channels.find((channel) => channel.name === name);
const hear = (name: string, data: unknown) =>
  (channelOf(name)?.onmessage as ((event: { data: unknown }) => void) | null)?.({ data });
const askedFor = (path: string) => asked.filter((each) => each.path === path);

/** Logged in, with a record that was tried once, without a network. */
async function openWithUnsent() {
  // No retry comes due.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  const { session, outbox } = await open();
  await session.logIn(buildAllData());
  // What the log-in sends is over, so that the only try is the save's own.
  await outbox.flush();
  const isTried = new Promise<void>((resolve) => {
    outbox.state.subscribe(({ isWaiting }) => isWaiting && resolve());
  });
  const saved = outbox.send(saveRecord, RECORD);
  await isTried;
  return { outbox, saved };
}

test('the app hears other tabs only once it can answer them', async () => {
  const services = open();
  // Its storage is still opening.
  expect(channelOf('session-end')).toBeDefined();
  for (const { name } of channels) hear(name, Date.now() + 60_000);
  await services;
  expect(channelOf('session-end')?.onmessage).not.toBeNull();
});

test('a record that could not be sent is sent again, as the same save, once the browser is online', async () => {
  const { outbox, saved } = await openWithUnsent();
  expect(outbox.state.getState().entries).toMatchObject([{ body: RECORD }]);
  expect(askedFor(saveRecord.path)).toHaveLength(1);

  answers.set(saveRecord.path, () => Response.json({ record: buildRecord(), todayActivities: [] }));
  window.dispatchEvent(new Event('online'));
  await expect(saved).resolves.toMatchObject({ status: 200 });
  const sent = askedFor(saveRecord.path);
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  await outbox.flush();
  expect(outbox.state.getState()).toMatchObject({ isWaiting: false, entries: [] });
});

test('a page that opened without a connection asks who is logged in once the browser is online', async () => {
  const { session } = await open();
  session.state.setState({ isLoggedIn: true, fault: 'offline' });
  window.dispatchEvent(new Event('online'));
  expect(askedFor(loginCheck.path)).toHaveLength(1);
});

test('a tab that is looked at again sends what is unsent, and asks for what changed', async () => {
  const { saved } = await openWithUnsent();
  answers.set(saveRecord.path, () => Response.json({ record: buildRecord(), todayActivities: [] }));
  const before = asked.length;
  document.dispatchEvent(new Event('visibilitychange'));
  await expect(saved).resolves.toMatchObject({ status: 200 });
  expect(asked.slice(before).map(({ path }) => path)).toEqual(
    expect.arrayContaining([saveRecord.path, allData.path]),
  );
});

test('what the server says of the session in any answer counts here and in the other tabs', async () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const { client, session, registry } = await open();
  const headers = { 'session-ends-in': '60', 'kept-for': '120', 'registry-revision': '7' };
  answers.set(loginCheck.path, () => new Response(null, { status: 204, headers }));
  await client.send(loginCheck, undefined);
  expect(session.state.getState()).toMatchObject({ endsAt: now + 60_000, keptUntil: now + 120_000 });
  expect(channelOf('session-end')?.posted).toEqual([now + 60_000]);
  expect(registry.getState()).toEqual({ revision: '7' });
  hear('session-end', now + 90_000);
  expect(session.state.getState().endsAt).toBe(now + 90_000);
});

test('the document’s answers serve the first calls, and nothing of the participant stays in the page', async () => {
  const answer = { status: 200, headers: {}, body: buildAllData() };
  const text = { status: 204, headers: {} };
  const services = await open({ [allData.path]: answer, [loginCheck.path]: text });
  expect(services.answers).toEqual({ [loginCheck.path]: text });
  expect((await services.client.send(allData, undefined)).body).toEqual(answer.body);
  expect(asked).toEqual([]);
});

test('a session that the server has ended leaves for where it says, else expires at the page with its query', async () => {
  const loads = jest.spyOn(console, 'error').mockImplementation(() => {});
  window.history.replaceState(null, '', '/plan?page=3');
  const { client, session } = await open();
  session.state.setState({ isLoggedIn: true });
  const error = { code: 'not-logged-in', message: 'Log in.', issues: [] };
  const end = async (headers = {}) => {
    const body = { error, requestId: 'r' };
    answers.set(allData.path, () => Response.json(body, { status: 401, headers }));
    await expect(client.send(allData, undefined)).rejects.toMatchObject({ code: 'not-logged-in' });
  };
  await end({ location: '/admin/participants' });
  expect(String(loads.mock.lastCall?.[0])).toContain('navigation');
  expect(session.state.getState().expiredAt).toBeNull();
  await end();
  expect(session.state.getState().expiredAt).toBe('/plan?page=3');
});

test('a page without a connection looks again once a call is answered, not where one is rejected', async () => {
  const { client, session } = await open();
  session.state.setState({ isLoggedIn: true, fault: 'offline' });
  answers.set(surveyData.path, () => new Response(null, { status: 503 }));
  await client.send(surveyData, undefined).catch(() => {});
  expect(askedFor(loginCheck.path)).toEqual([]);
  answers.set(surveyData.path, () => Response.json(buildSurvey()));
  await client.send(surveyData, undefined);
  expect(askedFor(loginCheck.path)).toHaveLength(1);
});

test('a save that is answered changes what the page and the other tabs show, one that is rejected has all read again', async () => {
  const { session, outbox, store } = await open();
  await session.logIn(buildAllData());
  answers.set(saveDoctor.path, () => new Response(null, { status: 204 }));
  const doctor = { name: 'Dr Kim', phone: '1', email: '' };
  await outbox.send(saveDoctor, doctor);
  await outbox.flush();
  expect(store.server.getState().doctor).toEqual(doctor);
  const told = channelOf('outbox')?.posted.filter((message) => message !== null);
  expect(told).toMatchObject([{ entry: { path: saveDoctor.path, body: doctor }, success: { status: 204 } }]);

  const [message] = told as { entry: object }[];
  hear('outbox', { ...message, entry: { ...message?.entry, body: { ...doctor, name: 'Dr Lee' } } });
  await outbox.flush();
  expect(store.server.getState().doctor.name).toBe('Dr Lee');

  answers.set(saveDoctor.path, () =>
    Response.json(
      { error: { code: 'not-allowed', message: 'No.', issues: [] }, requestId: 'r' },
      { status: 403 },
    ),
  );
  const before = askedFor(allData.path).length;
  await expect(outbox.send(saveDoctor, doctor)).rejects.toMatchObject({ code: 'not-allowed' });
  await outbox.flush();
  expect(askedFor(allData.path)).toHaveLength(before + 1);
});

test('a tab that is hidden asks for nothing', async () => {
  await openWithUnsent();
  const before = asked.length;
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveLength(before);
});

test('a tab tells the others who logged in, and reloads once another account is logged in elsewhere', async () => {
  // jsdom loads no page, and complains where one is to be loaded.
  const loads = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { session } = await open();
  const user = buildUser();
  await session.logIn(buildAllData({ user }));
  expect(channelOf('account')?.posted).toEqual([user.id]);
  hear('account', user.id);
  expect(loads).not.toHaveBeenCalled();
  for (const [index, account] of [`${user.id.slice(0, -1)}2`, null].entries()) {
    hear('account', account);
    expect(loads).toHaveBeenCalledTimes(index + 1);
    expect(String(loads.mock.lastCall?.[0])).toContain('navigation');
  }
});
