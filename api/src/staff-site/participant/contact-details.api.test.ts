import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { findUnconfirmedAddress } from '../../domain/people/accounts/unconfirmed-address.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { logInStaff, openStaffBrowser, type ShownPage } from '../../testing/staff-browser.ts';

const SOURCE = { source: 'A call with the participant' };
const CORRECTION = { correctionReason: 'It was typed wrong', ...SOURCE };
const LIST = '/admin/participants';
const MINUTE_MS = 60_000;
const api = await createMailingApi();

const detailsOf = async (id: string) =>
  (await api.query('select first_name, last_name, phone, email from participant where id = $1', [id]))[0];

const eventsOf = (id: string) =>
  api.query(
    `select e.actor, v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'details.changed' and e.subject = $1 order by e.id`,
    [id],
  );

const knownIn = ({ text }: ShownPage): string =>
  (/name="known" value="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');

async function openParticipant(id: string) {
  const browser = await logInStaff(api);
  const page = await browser.open(`${LIST}/${id}`);
  return Object.assign(browser, {
    page,
    /** With what the page showed when it was opened. */
    save: (fields: Record<string, string>) =>
      browser.submit(`${LIST}/${id}/contact`, { known: knownIn(page), ...CORRECTION, ...fields }),
  });
}

test('saves what the participant says on a call, with the member of staff in the audit log', async () => {
  const { id, email } = await api.buildParticipant({ firstName: 'Pat', lastName: '', phone: '0400-000-000' });
  const browser = await openParticipant(id);
  const known = { firstName: 'Pat', lastName: '', phone: '0400-000-000', email: email ?? '' };
  expect(readPageForm(browser.page.text, `${LIST}/${id}/contact`)).toEqual({
    ...Object.fromEntries(Object.entries(known).map(([name, value]) => [name, [value]])),
    ...{ known: [JSON.stringify(known)], correctionReason: [''], source: [''], currentPassword: [''] },
  });
  const details = { firstName: 'Patricia', lastName: 'Lee', phone: '0400-000-001', email: email ?? '' };
  expect(await browser.save(details)).toMatchObject({ status: 303, location: `${LIST}/${id}#contact` });
  expect(await detailsOf(id)).toEqual({
    first_name: 'Patricia',
    last_name: 'Lee',
    phone: '0400-000-001',
    email,
  });
  expect(await eventsOf(id)).toEqual([
    {
      actor: `staff:${browser.staff.id}`,
      before: known,
      after: { ...details, reason: CORRECTION.correctionReason, ...SOURCE },
    },
  ]);
});

test.each([{ correctionReason: '' }, { correctionReason: 'Why not' }, { source: '' }])(
  'saves nothing without a reason and a source of the lists: %j',
  async (fields) => {
    const { id, email } = await api.buildParticipant();
    const browser = await openParticipant(id);
    const details = { firstName: 'Pat', lastName: 'Lee', phone: '0400-000-001', email: email ?? '' };
    expect(await browser.save({ ...details, ...fields })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Choose from the list.'),
    });
    expect(await eventsOf(id)).toEqual([]);
  },
);

test('asks for the own password before a new address where the log-in is not recent, and notifies the old one', async () => {
  const { id, email } = await api.buildParticipant();
  const browser = await openParticipant(id);
  const details = { firstName: 'Pat', lastName: '', phone: '', email: `new-${randomUUID()}@example.org` };
  await api.pass(16 * MINUTE_MS);
  for (const currentPassword of ['', 'a wrong password']) {
    const page = await browser.save({ ...details, currentPassword });
    expect(page).toMatchObject({ status: 422, text: expect.stringContaining('own password') });
    expect(page.text).toContain(`value="${details.email}"`);
    expect(page.text).not.toContain('a wrong password');
    const { correctionReason, source } = readPageForm(page.text, `${LIST}/${id}/contact`);
    expect([correctionReason, source]).toEqual([[CORRECTION.correctionReason], [CORRECTION.source]]);
  }
  expect(await detailsOf(id)).toMatchObject({ email });
  expect(await browser.save({ ...details, currentPassword: PASSWORD })).toMatchObject({ status: 303 });
  expect(await detailsOf(id)).toMatchObject({ email: details.email });
  // So that a member of staff takes no account over by a link to a new password.
  expect(await findUnconfirmedAddress(api.orm.em.fork(), { id, email: details.email })).toMatchObject({
    changedBy: [browser.staff.id],
  });
  await api.untilJobsTried();
  expect(api.mail.received.map(({ to, subject }) => [to?.[0]?.address, subject])).toContainEqual([
    email,
    'Your Stepwise account has a new email address',
  ]);
});

test.each([
  ['no first name', { firstName: ' ' }, 'Enter the first name'],
  ['no email address', { email: 'nonsense' }, 'Enter an email address'],
  ['too long a number', { phone: '0'.repeat(41) }, 'too long'],
  ['what the page did not show', { known: '{"phone":' }, 'cannot be read'],
])('%s is rejected at its field, and nothing is saved', async (_, wrong, words) => {
  const { id, email, firstName } = await api.buildParticipant();
  const browser = await openParticipant(id);
  const fields = { firstName, lastName: '', phone: '', email: email ?? '', ...wrong };
  expect(await browser.save(fields)).toMatchObject({ status: 422, text: expect.stringContaining(words) });
  expect(await eventsOf(id)).toEqual([]);
});

test('of two members of staff who edit at once, neither overwrites the other unseen', async () => {
  const { id, email } = await api.buildParticipant({ firstName: 'Pat', lastName: '', phone: '0400-000-001' });
  const details = { firstName: 'Pat', lastName: '', phone: '0400-000-001', email: email ?? '' };
  const one = await openParticipant(id);
  const other = await openParticipant(id);
  const third = await openParticipant(id);
  expect(await one.save({ ...details, phone: '0400-000-002' })).toMatchObject({ status: 303 });

  // Another field: both changes stay.
  expect(await third.save({ ...details, lastName: 'Lee' })).toMatchObject({ status: 303 });
  expect(await detailsOf(id)).toMatchObject({ last_name: 'Lee', phone: '0400-000-002' });

  // The same field: what was typed stays in the form, beside what is there now.
  const typed = { ...details, firstName: 'Patricia', phone: '0400-000-003' };
  const conflict = await other.save(typed);
  expect(conflict).toMatchObject({ status: 422, text: expect.stringContaining('is now “0400-000-002”') });
  for (const value of [typed.firstName, typed.phone]) expect(conflict.text).toContain(`value="${value}"`);
  expect(await detailsOf(id)).toMatchObject({ first_name: 'Pat', phone: '0400-000-002' });
  expect(await eventsOf(id)).toHaveLength(2);
  expect(await other.save({ ...typed, lastName: 'Lee', known: knownIn(conflict) })).toMatchObject({
    status: 303,
  });
  expect(await detailsOf(id)).toMatchObject({
    ...{ first_name: 'Patricia', last_name: 'Lee', phone: '0400-000-003' },
  });
});

test('a field that another member of staff emptied meanwhile is said to be empty', async () => {
  const { id, email } = await api.buildParticipant({ firstName: 'Pat', lastName: 'Lee', phone: '' });
  const details = { firstName: 'Pat', lastName: '', phone: '', email: email ?? '' };
  const [one, other] = [await openParticipant(id), await openParticipant(id)];
  expect(await one.save(details)).toMatchObject({ status: 303 });
  expect(await other.save({ ...details, lastName: 'Leigh' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('It was changed meanwhile and is now empty. Save again to replace it.'),
  });
  expect(await detailsOf(id)).toMatchObject({ last_name: '' });
});

test('a participant and a member of staff who edit at once do not overwrite one another unseen', async () => {
  const visitor = await api.logIn();
  const { id, firstName, lastName, phone, email } = visitor.participant;
  const known = { firstName, lastName, phone, email: email ?? '' };
  const browser = await openParticipant(id);
  expect(await browser.save({ ...known, phone: '0400-000-002' })).toMatchObject({ status: 303 });
  const own = { ...known, phone: '0400-000-003', password: '', known };
  await expect(visitor.send(saveUser, own)).rejects.toMatchObject({
    code: 'conflict',
    issues: [{ path: ['phone'], message: 'This was changed meanwhile.' }],
  });
  const another = await visitor.send(saveUser, { ...known, lastName: 'Lee', password: '', known });
  expect(another.body.user).toMatchObject({ lastName: 'Lee', phone: '0400-000-002' });
  // An earlier shell does not say what it showed.
  expect((await visitor.send(saveUser, { ...known, password: '' })).body.user).toMatchObject(known);
});

test('another account’s address is rejected', async () => {
  const other = await api.buildParticipant();
  const { id } = await api.buildParticipant();
  const browser = await openParticipant(id);
  const fields = { firstName: 'Pat', lastName: '', phone: '', email: other.email ?? '' };
  expect(await browser.save(fields)).toMatchObject({
    status: 422,
    text: expect.stringContaining('Another account uses this email address.'),
  });
});

test('only the team saves it, and not for unknown participants or those who no longer take part', async () => {
  const { id, email } = await api.buildParticipant({ dataConsent: 'agree' });
  const details = { firstName: 'Pat', lastName: '', phone: '', email: email ?? '' };
  const fields = { ...details, known: JSON.stringify(details), ...CORRECTION };
  const stranger = openStaffBrowser(api);
  await stranger.open('/admin/log-in');
  const path = `${LIST}/${id}/contact`;
  expect((await (await logInStaff(api)).open(`${LIST}/${id}`)).text).not.toContain(`action="${path}"`);
  expect(await stranger.submit(path, fields)).toMatchObject({ location: '/admin/log-in' });
  const browser = await logInStaff(api);
  await browser.open(LIST);
  expect(await browser.submit(path, fields)).toMatchObject({ status: 403 });
  await browser.open(LIST);
  expect(await browser.submit(`${LIST}/${randomUUID()}/contact`, fields)).toMatchObject({ status: 404 });
  expect(await browser.open(path)).toMatchObject({ status: 303, location: `${LIST}/${id}` });
});
