/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import { buildAllData, buildRecord, buildUser } from '@stepwise/tooling/testing/entity-builders';
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

const open = () => createServices({ site: {} as SiteContent }, async () => participantBundle);
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
