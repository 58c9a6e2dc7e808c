import { beforeEach, expect, test } from '@jest/globals';
import { askMeInAMonth } from '@stepwise/shared-contracts/calls/reminder.calls';
import { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { sendMonthReminder } from '../../domain/care/reminders/send-month-reminder.job.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import { openStaffBrowser } from '../../testing/staff-browser.ts';

const DAY_MS = 86_400_000;

const log: string[] = [];
const api = await createMailingApi({ connections: 10, log: (line) => log.push(line) });

beforeEach(async () => {
  await api.query('delete from rate_limit');
  await api.query('delete from month_reminder');
});

const ask = async (email: string): Promise<number> =>
  (await (await api.visit()).send(askMeInAMonth, { email })).status;

const keptAddresses = async (): Promise<string[]> =>
  (await api.query('select email from month_reminder order by email')).map(({ email }) => email);

/** The messages that come while the time passes. */
async function mailWhile(ms: number) {
  const before = api.mail.received.length;
  await api.pass(ms);
  await api.untilJobsTried();
  return api.mail.received.slice(before);
}

test('one message comes after a month, not before, and the address is erased', async () => {
  expect(await ask(' Later@Example.org ')).toBe(204);
  expect(await keptAddresses()).toEqual(['later@example.org']);
  expect(await mailWhile(30 * DAY_MS)).toEqual([]);

  const mail = await mailWhile(DAY_MS);
  expect(mail).toMatchObject([
    { to: [{ address: 'later@example.org' }], subject: 'You asked us to write to you in a month' },
  ]);
  expect(mail[0]?.text).toContain(`Go to Stepwise:\n${api.origin}/`);
  expect(await keptAddresses()).toEqual([]);
  expect(await mailWhile(62 * DAY_MS)).toEqual([]);
});

test('asking again meanwhile changes nothing, at once or on another day', async () => {
  expect(await Promise.all([ask('again@example.org'), ask('AGAIN@example.org')])).toEqual([204, 204]);
  await api.pass(10 * DAY_MS);
  expect(await ask('again@example.org')).toBe(204);
  expect(await mailWhile(22 * DAY_MS)).toHaveLength(1);
  expect(await mailWhile(40 * DAY_MS)).toEqual([]);
});

test('the month is that of the calendar where the person is', async () => {
  const visitor = await api.visit();
  visitor.timeZone = 'Pacific/Auckland';
  const now = api.clock.now();
  // Half an hour into May in Auckland, where UTC still has the last day of April.
  api.clock.set(`${now.getUTCFullYear() + 1}-04-30T12:30:00Z`);
  await visitor.send(askMeInAMonth, { email: 'far@example.org' });
  const [{ due }] = await api.query('select due_at as due from month_reminder');
  expect(due.toISOString()).toBe(`${now.getUTCFullYear() + 1}-05-31T12:30:00.000Z`);
  api.clock.set(now.toISOString());
});

test('a message that the queue asks for up to an hour early, by its clock, is sent', async () => {
  await ask('early@example.org');
  const [{ hash, due }] = await api.query('select address_hash as hash, due_at as due from month_reminder');
  const send = async (hoursBefore: number) => {
    api.clock.set(new Date(due.getTime() - hoursBefore * 3_600_000).toISOString());
    await sendMonthReminder(api.operation(), hash, api.mailing);
    return keptAddresses();
  };
  expect(await send(1.01)).toEqual(['early@example.org']);
  expect(await send(1)).toEqual([]);
});

test('two jobs that send one reminder at once send one message', async () => {
  await ask('twice@example.org');
  api.clock.advance(32 * DAY_MS);
  const [{ hash }] = await api.query('select address_hash as hash from month_reminder');
  const before = api.mail.received.length;
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from month_reminder for update');
  const jobs = [1, 2].map(() => sendMonthReminder(api.operation(), hash, api.mailing));
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  await Promise.all(jobs);
  expect(api.mail.received.slice(before)).toHaveLength(1);
});

/** The path in the message to this address by which it is erased. */
async function linkSentTo(email: string): Promise<string> {
  await ask(email);
  const [mail] = await mailWhile(32 * DAY_MS);
  const { value = '' } = mail?.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
  const link = value.replace(/[<>]/g, '');
  expect(mail?.text).toContain(link);
  return new URL(link).pathname;
}

test('the link of the message erases the address at once, however it is asked', async () => {
  const link = await linkSentTo('stop@example.org');
  expect(link).not.toContain('stop@');

  await ask('stop@example.org');
  await ask('stays@example.org');
  const browser = openStaffBrowser(api);
  expect(await browser.open(link)).toMatchObject({ status: 200, text: expect.stringContaining('Erase') });
  expect(await keptAddresses()).toEqual(['stays@example.org', 'stop@example.org']);
  expect(await browser.submit(link)).toMatchObject({
    status: 200,
    text: expect.stringContaining('is erased'),
  });
  expect(await keptAddresses()).toEqual(['stays@example.org']);
  // The same again, by a mail program that knows no session.
  await ask('stop@example.org');
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await fetch(new URL(link, api.origin), oneClick)).status).toBe(200);
  expect(await keptAddresses()).toEqual(['stays@example.org']);
  expect(await mailWhile(32 * DAY_MS)).toMatchObject([{ to: [{ address: 'stays@example.org' }] }]);
  expect(log.join('')).not.toContain(link);
});

test('a participant who erased the address and asks again waits a month from then', async () => {
  const link = await linkSentTo('again@example.org');
  await ask('again@example.org');
  await api.pass(20 * DAY_MS);
  await openStaffBrowser(api).post(link, {});
  await ask('again@example.org');
  expect(await mailWhile(20 * DAY_MS)).toEqual([]);
  expect(await mailWhile(12 * DAY_MS)).toHaveLength(1);
});

test('a person who has signed up since gets no message', async () => {
  const email = 'joined@example.org';
  await ask(email);
  await (await api.visit()).send(registerUser, {
    first_name: 'Jo',
    last_name: '',
    username: email,
    email,
    password1: PASSWORD,
    password2: PASSWORD,
  });
  expect(await keptAddresses()).toEqual([]);
  expect(await mailWhile(32 * DAY_MS)).toEqual([]);
});

test('an address that could not be written to for a week is erased all the same', async () => {
  await api.mail.stop();
  await ask('unreachable@example.org');
  await mailWhile(32 * DAY_MS);
  await api.cleanUp();
  expect(await keptAddresses()).toEqual(['unreachable@example.org']);
  api.clock.advance(7 * DAY_MS);
  await api.cleanUp();
  expect(await keptAddresses()).toEqual([]);
  await api.mail.restart();
});

test('an invalid address is rejected, and so are too many requests from one network', async () => {
  const visitor = await api.visit();
  const send = (email: string) => visitor.request(askMeInAMonth.path, { body: { email } });
  expect((await send('nonsense')).status).toBe(400);
  const statuses = new Set<number>();
  for (let tries = 0; tries < 51; tries++) statuses.add((await send('many@example.org')).status);
  expect([...statuses]).toEqual([204, 429]);
});
