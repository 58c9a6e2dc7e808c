import { expect, test } from '@jest/globals';
import * as calls from '@stepwise/shared-contracts/calls/passkey.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import type { Visitor } from '../../../testing/create-visitor.ts';
import { createSoftPasskey } from '../../../testing/soft-passkey.ts';
import { buildStaff, openStaffBrowser } from '../../../testing/staff-browser.ts';
import { replacePassword } from '../team/manage-staff.command.ts';
import { Passkey } from './passkey.entity.ts';

const RESET = '/account/password-reset';
const ADDED = 'A passkey was added to your account';
const REMOVED = 'A passkey was removed from your account';
const api = await createMailingApi();
const origin = api.origin.replace('127.0.0.1', 'localhost');

async function addTo(visitor: Visitor) {
  const passkey = createSoftPasskey();
  const { json } = await visitor.request(calls.passkeyOptions.path, { body: { currentPassword: '' } });
  const credential = passkey.create({ challenge: json.options.challenge, origin });
  await visitor.send(calls.addPasskey, { credential });
  return passkey;
}
async function subjectsTo(email: string | null | undefined) {
  expect(await api.untilJobsTried()).toBe(0);
  return api.mail.received.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject);
}
/** Chooses a new password by the link in a message, and returns the page of the form. */
async function reset(email: string): Promise<string> {
  const browser = openStaffBrowser(api);
  await browser.open(RESET);
  await browser.submit(RESET, { email });
  expect(await api.untilJobsTried()).toBe(0);
  const texts = api.mail.received.filter(({ to }) => to?.[0]?.address === email).map(({ text }) => text);
  await browser.open(/\/account\/password-reset\/[\w-]+/.exec(texts.join('\n'))?.[0] ?? '');
  const { text } = await browser.open(`${RESET}/choose`);
  expect(await browser.submit(`${RESET}/choose`, { password: 'eleven green kettles' })).toMatchObject({
    status: 303,
  });
  return text;
}
const eventsOf = async (subject: string) =>
  (await api.query('select type from audit_event where subject = $1 order by id', [subject])).map(
    ({ type }) => type,
  );
async function buildStaffWithPasskey() {
  const staff = await buildStaff(api);
  const em = api.orm.em.fork();
  em.create(Passkey, {
    ...{ id: `of ${staff.id}`, staff: staff.id, name: 'Firefox on Linux', publicKey: '', counter: 0 },
    ...{ transports: [], createdAt: api.clock.now() },
  });
  await em.flush();
  return staff;
}
const isLeft = async (staffId: string) =>
  (await api.query('select 1 from passkey where staff_id = $1', [staffId])).length > 0;

test('the owner gets a message for a passkey that is added and one for each that is removed', async () => {
  const visitor = await api.logIn();
  const { email, firstName } = visitor.participant;
  const { id } = await addTo(visitor);
  expect(await subjectsTo(email)).toEqual([ADDED]);
  await expect(visitor.send(calls.removePasskey, { id: 'made-up' })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await subjectsTo(email)).toEqual([ADDED]);
  await visitor.send(calls.removePasskey, { id });
  expect(await subjectsTo(email)).toEqual([ADDED, REMOVED]);
  for (const { text = '', subject = '' } of api.mail.received.slice(-2)) {
    expect(text).toContain(`${api.origin}/contact`);
    expect(text).not.toContain(firstName);
    expect(`${subject} ${text.split('Questions?')[0]}`).not.toMatch(/trial|research|dose|medic|depress/i);
  }
});

test('a password chosen by a link lists all passkeys, removes them, and says so by mail', async () => {
  const visitor = await api.logIn();
  const { email, id } = visitor.participant;
  const passkeys = [await addTo(visitor), await addTo(visitor)];
  const form = await reset(email ?? '');
  expect(form).toContain('It also removes the passkeys of the account.');
  expect(form.match(/<li>[^<]*, added [^<]*<\/li>/g)).toHaveLength(2);
  expect((await subjectsTo(email)).sort()).toEqual([
    ...[ADDED, ADDED, REMOVED],
    expect.stringContaining('new password'),
  ]);
  expect((await eventsOf(id)).filter((type) => type === 'account.passkey-removed')).toHaveLength(2);
  for (const passkey of passkeys) {
    const elsewhere = await api.visit();
    const { json } = await elsewhere.request(calls.passkeyLogInOptions.path);
    const credential = passkey.use({ challenge: json.options.challenge, origin });
    await expect(elsewhere.send(calls.logInByPasskey, { credential })).rejects.toMatchObject({
      code: 'field-errors',
    });
  }
  const { email: other } = await api.buildParticipant();
  expect(await reset(other ?? '')).not.toContain('passkeys');
});

test('a new password in the details leaves passkeys as they are', async () => {
  const visitor = await api.logIn();
  await addTo(visitor);
  const { firstName, lastName, phone, email } = visitor.participant;

  await visitor.send(saveUser, {
    firstName,
    lastName,
    phone,
    email: email ?? '',
    password: 'nine red lamps',
  });
  expect((await visitor.send(calls.listPasskeys, undefined)).body.passkeys).toHaveLength(1);
  expect(await subjectsTo(email)).toEqual([ADDED]);
});

test('a member of staff loses theirs with a password chosen by a link or set by the operator', async () => {
  const one = await buildStaffWithPasskey();
  await reset(one.email);
  const other = await buildStaffWithPasskey();
  await openStaffBrowser(api).logIn(other);
  const sessions = () => api.query('select 1 from session where staff_id = $1', [other.id]);
  expect(await sessions()).toHaveLength(1);
  await replacePassword(api.operation(), other.id, 'a passphrase of the operator');
  expect(await sessions()).toEqual([]);
  for (const { id, email } of [one, other]) {
    expect(await isLeft(id)).toBe(false);
    expect((await subjectsTo(email)).at(-1)).toBe(REMOVED);
    expect(await eventsOf(id)).toContain('staff.passkey-removed');
  }
  expect(api.mail.received.at(-1)?.text).toContain(`${api.origin}/admin/account`);
});

test('an account has at most 20 passkeys, however many others have', async () => {
  const visitor = await api.logIn();
  const insert = (id: string, count: number) =>
    api.query(
      `insert into passkey (id, participant_id, name, public_key, counter, transports, created_at)
       select $1 || '-' || n, $1::uuid, 'A passkey', '', 0, '[]', now() from generate_series(1, $2::int) n`,
      [id, count],
    );
  await insert((await api.buildParticipant()).id, 20);
  await insert(visitor.participant.id, 19);
  await addTo(visitor);
  await expect(addTo(visitor)).rejects.toMatchObject({ code: 'unprocessable' });
  expect((await visitor.send(calls.listPasskeys, undefined)).body.passkeys).toHaveLength(20);
});
