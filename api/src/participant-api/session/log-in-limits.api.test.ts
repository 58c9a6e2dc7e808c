import { expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const KNOWN = 'stepwise.known';
const api = await createTestApi({ config: { trustedProxies: 1 } });

const logInFrom = (visitor: Visitor, ip: string, username: string | null | undefined, password: string) =>
  visitor.request(loginUser.path, {
    body: { username, password },
    headers: { 'x-forwarded-for': ip },
  });

const guess = async (username: string | null | undefined, ip: string, times: number): Promise<number[]> => {
  const visitor = await api.visit();
  const statuses = [];
  for (let time = 0; time < times; time++)
    statuses.push((await logInFrom(visitor, ip, username, 'wrong')).status);
  return statuses;
};

test('wrong guesses from elsewhere keep no participant from logging in', async () => {
  const { email } = await api.buildParticipant();
  for (let network = 1; network <= 10; network++)
    expect(await guess(email, `203.0.${network}.1`, 1)).toEqual([400]);
  expect(await guess(email, '203.0.1.1', 10)).toEqual([...Array(9).fill(400), 429]);
  expect((await logInFrom(await api.visit(), '198.51.100.1', email, PASSWORD)).status).toBe(200);
});

test('a log-in of one’s own gives a network nothing back but its own attempt', async () => {
  const { email } = await api.buildParticipant();
  const attempts = () =>
    api.query(`select key, expire from rate_limit where key like 'participant log-in network%' order by key`);
  await guess('else@example.org', '198.51.100.77', 3);
  const before = await attempts();
  expect((await logInFrom(await api.visit(), '198.51.100.77', email, PASSWORD)).status).toBe(200);
  expect(await attempts()).toEqual(before);
});

test('the wait is in Retry-After', async () => {
  const { email } = await api.buildParticipant();
  await guess(email, '203.0.113.20', 10);
  const { status, headers } = await logInFrom(await api.visit(), '203.0.113.20', email, PASSWORD);
  expect([status, headers.get('retry-after')]).toEqual([429, '60']);
  const staff = await buildStaff(api);
  const browser = openStaffBrowser(api);
  for (let time = 0; time < 5; time++) await browser.logIn(staff, 'wrong');
  const page = await browser.logIn(staff);
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60']);
  expect(page.text).toContain(
    '<h1>Please wait</h1>\n<p>There were too many tries. Please wait a minute.</p>',
  );
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
});

test('a browser that has logged in before has attempts of its own, until the password is another', async () => {
  const { id, email } = await api.buildParticipant();
  const other = await api.buildParticipant();
  const ip = '203.0.113.30';
  const known = await api.visit();
  expect((await logInFrom(known, ip, email, PASSWORD)).status).toBe(200);
  expect((await logInFrom(known, ip, other.email, PASSWORD)).status).toBe(200);
  await guess(email, ip, 10);
  const copy = async () => {
    const visitor = await api.visit();
    visitor.cookies.set(KNOWN, known.cookies.get(KNOWN));
    return visitor;
  };
  expect((await logInFrom(await api.visit(), ip, email, PASSWORD)).status).toBe(429);
  expect((await logInFrom(await copy(), ip, email, PASSWORD)).status).toBe(200);
  // The mark of one account opens no attempts at another.
  await guess('else@example.org', ip, 10);
  expect((await logInFrom(await copy(), ip, 'else@example.org', PASSWORD)).status).toBe(429);
  const forged = await copy();
  forged.cookies.set(KNOWN, `mark~${'x'.repeat(43)}`);
  expect((await logInFrom(forged, ip, email, PASSWORD)).status).toBe(429);

  const [{ password_hash: hash }] = await api.query('select password_hash from participant where id = $1', [
    other.id,
  ]);
  await api.query('update participant set password_hash = $1 where id = $2', [`${hash} `, id]);
  expect((await logInFrom(await copy(), ip, email, PASSWORD)).status).toBe(429);
});

test('a member of staff’s browser is known as well', async () => {
  const staff = await buildStaff(api);
  const browser = openStaffBrowser(api);
  expect(await browser.logIn(staff)).toMatchObject({ status: 303 });
  await browser.open('/admin/participants');
  await browser.submit('/admin/log-out');
  const stranger = openStaffBrowser(api);
  for (let time = 0; time < 5; time++) await stranger.logIn(staff, 'wrong');
  expect(await stranger.logIn(staff)).toMatchObject({ status: 429 });
  expect(await browser.logIn(staff)).toMatchObject({ status: 303 });
});
