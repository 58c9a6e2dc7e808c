import { expect, jest, test } from '@jest/globals';
import { loginUser, logoutUser } from '../calls/session.calls.ts';
import { setupScore } from '../calls/setup.calls.ts';
import { saveDoctor } from '../calls/user.calls.ts';
import { createClient } from './client.ts';
import { readCookie, readCsrfToken } from './cookie.ts';

const DOCTOR = { name: 'Dr Kim Nguyen', phone: '', email: '' };
const json = (status: number, body: unknown) => () => Response.json(body, { status });
const empty = (status: number, headers: Record<string, string> = {}) => {
  return () => new Response(null, { status, headers });
};
const rejection = (status: number, code: string, headers: Record<string, string> = {}) => {
  const error = { code, message: 'No.', issues: [{ path: ['a', 0], message: 'x' }] };
  return () => Response.json({ error, requestId: 'r' }, { status, headers });
};

/** A client in front of a server that gives these answers, one a request; null for no answer at all. */
function setUp(...answers: ((() => Response) | null)[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  let token = 'first';
  const onLoggedOut = jest.fn();
  const onRememberedFor = jest.fn();
  const onSessionEnd = jest.fn();
  const onRevision = jest.fn();
  const client = createClient({
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init });
      const answer = answers.shift();
      if (!answer) throw new TypeError('network');
      token = 'fresh';
      return answer();
    },
    csrfToken: () => token,
    timeZone: () => 'Australia/Melbourne',
    onLoggedOut,
    onRememberedFor,
    onSessionEnd,
    onRevision,
  });
  const headers = (index: number) => requests[index]?.init.headers as Record<string, string>;
  return { client, requests, headers, onLoggedOut, onRememberedFor, onSessionEnd, onRevision };
}

test('a save carries the session, its token, the time zone, its key and its participant', async () => {
  const { client, requests, headers } = setUp(empty(204));
  await expect(
    client.send(saveDoctor, DOCTOR, { idempotencyKey: 'a-key-of-this-save', participant: 'p1' }),
  ).resolves.toEqual({ status: 204 });
  expect(requests[0]).toMatchObject({
    url: '/api/save-doctor/',
    init: { method: 'POST', credentials: 'include', cache: 'no-store', body: JSON.stringify(DOCTOR) },
  });
  expect(headers(0)).toMatchObject({
    'content-type': 'application/json',
    'x-csrftoken': 'first',
    'x-time-zone': 'Australia/Melbourne',
    'idempotency-key': 'a-key-of-this-save',
    'x-participant': 'p1',
  });
});

test.each([
  [{ 'kept-for': '60', 'session-ends-in': '60' }, [[60]]],
  [{ 'kept-for': '0' }, [[0]]],
  [{ 'session-ends-in': '60' }, [[null]]],
  [{}, []],
])('the headers %j say for how long the device stays logged in: %j', async (sent, heard) => {
  const { client, onRememberedFor } = setUp(empty(204, sent));
  await client.send(logoutUser, undefined);
  expect(onRememberedFor.mock.calls).toEqual(heard);
});

test('an answer says when the session ends and which registry it is of, also where it rejects', async () => {
  const headers = { 'session-ends-in': '60', 'registry-revision': '7' };
  const { client, onSessionEnd, onRevision } = setUp(empty(204), rejection(409, 'not-yet', headers));
  await client.send(logoutUser, undefined);
  expect([onSessionEnd, onRevision].map(({ mock }) => mock.calls)).toEqual([[], []]);
  await expect(client.send(saveDoctor, DOCTOR)).rejects.toMatchObject({ code: 'not-yet' });
  expect([onSessionEnd, onRevision].map(({ mock }) => mock.calls)).toEqual([[[60]], [['7']]]);
});

test('what waited on the device is sent with the time zone that it was made in', async () => {
  const { client, headers } = setUp(empty(204));
  await client.send(saveDoctor, DOCTOR, { timeZone: 'Europe/London' });
  expect(headers(0)).toMatchObject({ 'x-time-zone': 'Europe/London' });
});

test('a call that goes on when the page is left, or that can be given up, says so', async () => {
  const { client, requests } = setUp(empty(204), empty(204));
  const { signal } = new AbortController();
  await client.send(saveDoctor, DOCTOR, { keepalive: true, signal });
  expect(requests[0]?.init).toMatchObject({ keepalive: true, signal });
  await client.send(saveDoctor, DOCTOR);
  for (const name of ['keepalive', 'signal']) expect(requests[1]?.init).not.toHaveProperty(name);
});

test('a reading sends neither token nor body', async () => {
  const score = { schedule: 11, timesperday: 1, startdose: 200 };
  const { client, requests, headers } = setUp(json(200, { ...score, more: 'of a newer release' }));
  await expect(client.send(setupScore, undefined)).resolves.toEqual({ status: 200, body: score });
  expect(requests[0]?.init).not.toHaveProperty('body');
  for (const name of ['x-csrftoken', 'x-participant', 'idempotency-key', 'content-type'])
    expect(headers(0)).not.toHaveProperty(name);
});

test('a stale token is answered with the fresh one, twice at most', async () => {
  const stale = rejection(403, 'wrong-csrf-token');
  const { client, headers } = setUp(stale, empty(204));
  await expect(client.send(saveDoctor, DOCTOR)).resolves.toEqual({ status: 204 });
  expect([headers(0)['x-csrftoken'], headers(1)['x-csrftoken']]).toEqual(['first', 'fresh']);

  const replaced = setUp(stale, stale, empty(204));
  await expect(replaced.client.send(saveDoctor, DOCTOR)).resolves.toEqual({ status: 204 });
  const again = setUp(stale, stale, stale, empty(204));
  await expect(again.client.send(saveDoctor, DOCTOR)).rejects.toMatchObject({ code: 'wrong-csrf-token' });
  expect(again.requests).toHaveLength(3);
});

test('another rejection with the same status is not repeated', async () => {
  const { client, requests } = setUp(rejection(403, 'not-allowed'));
  await expect(client.send(saveDoctor, DOCTOR)).rejects.toMatchObject({
    code: 'not-allowed',
    status: 403,
    issues: [{ path: ['a', 0], message: 'x' }],
    isTransient: false,
  });
  expect(requests).toHaveLength(1);
});

test('an ended session is reported, and other rejections are not', async () => {
  const ended = setUp(rejection(401, 'not-logged-in'));
  await expect(ended.client.send(saveDoctor, DOCTOR)).rejects.toMatchObject({ code: 'not-logged-in' });
  expect(ended.onLoggedOut.mock.calls).toEqual([[null]]);
  const other = setUp(rejection(409, 'not-yet'));
  await expect(other.client.send(saveDoctor, DOCTOR)).rejects.toMatchObject({ code: 'not-yet' });
  expect(other.onLoggedOut).not.toHaveBeenCalled();
});

test('an ended session reports where the browser goes then', async () => {
  const { client, onLoggedOut } = setUp(rejection(401, 'not-logged-in', { location: '/admin/participants' }));
  await expect(client.send(saveDoctor, DOCTOR)).rejects.toMatchObject({ code: 'not-logged-in' });
  expect(onLoggedOut.mock.calls).toEqual([['/admin/participants']]);
});

test('rejected fields of a log-in arrive by their names', async () => {
  const { client } = setUp(json(400, { errors: { username: ['Enter your email.'], __all__: ['No.'] } }));
  await expect(client.send(loginUser, { username: '', password: '' })).rejects.toMatchObject({
    code: 'field-errors',
    fields: { username: ['Enter your email.'], __all__: ['No.'] },
  });
});

test.each([
  ['no answer', null, 'unreachable', true],
  ['a fault', rejection(500, 'internal'), 'internal', true],
  ['a proxy’s page instead of an answer', () => new Response('<h1>Log in here</h1>'), 'unreadable', false],
  ['a proxy’s fault', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'unreadable', true],
  ['half an answer', json(200, { schedule: 11 }), 'unreadable', false],
  ['a code of a newer release', rejection(418, 'new-code'), 'unreadable', false],
  ['too many calls', rejection(429, 'too-many-requests'), 'too-many-requests', true],
])('%s is a CallError that says whether trying again may help', async (_, answer, code, isTransient) => {
  const { client } = setUp(answer);
  await expect(client.send(setupScore, undefined)).rejects.toMatchObject({
    name: 'CallError',
    code,
    isTransient,
  });
});

test('each success of a call is distinguished, with its location', async () => {
  const { client } = setUp(empty(205, { location: '/admin/participants/7' }));
  await expect(client.send(logoutUser, undefined)).resolves.toEqual({
    status: 205,
    location: '/admin/participants/7',
  });
});

test('a cookie is found by its whole name, whatever stands around it', () => {
  expect(readCookie('csrftoken', 'xcsrftoken=no; csrftoken=a%3D1; other=2')).toBe('a=1');
  expect(readCookie('csrftoken', 'other=2')).toBe('');
});

test('the CSRF token is that of the cookie which no sibling host can set', () => {
  expect(readCsrfToken('csrftoken=planted; __Host-csrftoken=own')).toBe('own');
  expect(readCsrfToken('csrftoken=own')).toBe('own');
});
