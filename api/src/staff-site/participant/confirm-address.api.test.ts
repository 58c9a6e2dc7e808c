import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const RESET = '/account/password-reset';
const WAIT = 'Links for a new password wait';
const api = await createMailingApi({ connections: 10 });

const pageOf = (id: string) => `/admin/participants/${id}`;
const newAddress = () => `new-${randomUUID()}@example.org`;
const changeTo = (visitor: Visitor, email: string) =>
  visitor.send(saveUser, { firstName: 'Pat', lastName: 'Doe', phone: '', email, password: '' });

/** How many links for a new password come to an address that asks for one. */
async function linksTo(email: string): Promise<number> {
  const before = api.mail.received.length;
  const browser = openStaffBrowser(api);
  await browser.open(RESET);
  expect(await browser.submit(RESET, { email })).toMatchObject({ location: `${RESET}/sent` });
  expect(await api.untilJobsTried()).toBe(0);
  const messages = api.mail.received.slice(before).filter(({ to }) => to?.[0]?.address === email);
  return messages.filter(({ text }) => text?.includes(`${RESET}/`)).length;
}

/** A participant whose address was changed by a member of staff who acted and has stopped since. */
async function changedWhileActing(role: 'researcher' | 'manager' = 'researcher') {
  const participant = await api.buildParticipant();
  const staff = await logInStaff(api, role);
  const address = newAddress();
  await staff.act(participant.id);
  await changeTo(staff, address);
  await staff.send(logoutUser, undefined);
  return { id: participant.id, former: participant.email ?? '', address, staff };
}

async function confirm(browser: Awaited<ReturnType<typeof logInStaff>>, id: string, address: string) {
  await browser.open(pageOf(id));
  return browser.submit(`${pageOf(id)}/confirm-address`, { address });
}

const confirmations = (id: string) =>
  api.query(
    `select e.actor, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = $1 and e.type = 'address.confirmed'`,
    [id],
  );

test('no link goes to an address that was changed while acting, until the participant logs in with it', async () => {
  const { id, former, address, staff } = await changedWhileActing();
  expect(await linksTo(address)).toBe(0);
  expect(await linksTo(former)).toBe(0);
  const before = api.clock.now();
  api.clock.advance(60_000);
  const { text } = await staff.open(pageOf(id));
  api.clock.set(before.toISOString());
  expect(text).toContain(WAIT);
  expect(text).toContain('by Robin Reed, on 10/03/2026, 12:00 pm.');
  expect(text).toContain('<details class="pages-section" open><summary>Email address to confirm<');
  expect(text).not.toContain('Confirm the address');

  await (await api.visit()).send(loginUser, { username: address, password: PASSWORD });
  expect((await staff.open(pageOf(id))).text).not.toContain(WAIT);
  expect(await linksTo(address)).toBe(1);
});

test('a manager who changed other details before confirms an address that another changed', async () => {
  const participant = await api.buildParticipant();
  const manager = await logInStaff(api, 'manager');
  await manager.act(participant.id);
  await changeTo(manager, participant.email ?? '');
  await manager.send(logoutUser, undefined);
  const another = await logInStaff(api);
  const address = newAddress();
  await another.act(participant.id);
  await changeTo(another, address);
  await another.send(logoutUser, undefined);
  expect((await confirm(manager, participant.id, address)).status).toBe(303);
  expect(await linksTo(address)).toBe(1);
});

test('links go to an address that was kept while other details were changed for the participant', async () => {
  const { id, email } = await api.buildParticipant();
  const staff = await logInStaff(api);
  await staff.act(id);
  await changeTo(staff, email ?? '');
  await staff.send(logoutUser, undefined);
  expect((await staff.open(pageOf(id))).text).not.toContain(WAIT);
  expect(await linksTo(email ?? '')).toBe(1);
});

test('a manager who did not change it confirms it, once, and the participant reads so', async () => {
  const { id, address } = await changedWhileActing();
  const manager = await logInStaff(api, 'manager');
  const answers = [
    await confirm(manager, id, ` ${address.toUpperCase()} `),
    await confirm(manager, id, address),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 303, location: pageOf(id) });
  expect(await confirmations(id)).toEqual([
    { actor: `staff:${manager.staff.id}`, after: { email: address } },
  ]);
  expect((await manager.open(pageOf(id))).text).not.toContain(WAIT);
  expect(await linksTo(address)).toBe(1);
  const participant = openStaffBrowser(api);
  await participant.open(RESET);
  await participant.send(loginUser, { username: address, password: PASSWORD });
  expect((await participant.open('/account/access')).text).toContain(
    'Robin Reed, research team, confirmed your new email address',
  );
});

test('the member of staff who changed it cannot confirm it, nor can a researcher', async () => {
  const { id, address, staff } = await changedWhileActing('manager');
  const researcher = await logInStaff(api, 'researcher');
  for (const browser of [staff, researcher])
    expect((await browser.open(pageOf(id))).text).not.toContain('Confirm the address');
  const rejected = [await confirm(staff, id, address), await confirm(researcher, id, address)];
  for (const answer of rejected) expect(answer.status).toBe(403);
  // Another member's change on top of it does not make the first one right.
  const other = await logInStaff(api, 'manager');
  await other.act(id);
  const next = newAddress();
  await changeTo(other, next);
  await other.send(logoutUser, undefined);
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [other.staff.id]);
  const { text: waits } = await researcher.open(pageOf(id));
  expect(/changed while acting, by (.*?), on /.exec(waits)?.[1]?.split(' and ').sort()).toEqual([
    ...['Kim Ode', 'Robin Reed'],
  ]);
  for (const browser of [staff, other]) expect((await confirm(browser, id, next)).status).toBe(403);
  expect(await confirmations(id)).toEqual([]);
  expect(await linksTo(next)).toBe(0);
});

test.each(['', 'other@example.org'])('an address typed as "%s" confirms nothing', async (typed) => {
  const { id, address } = await changedWhileActing();
  const manager = await logInStaff(api, 'manager');
  const page = await confirm(manager, id, typed);
  expect(page.status).toBe(422);
  expect(page.text).toContain('This is not the email address of this participant.');
  const form = `${pageOf(id)}/confirm-address`;
  expect(readPageForm(page.text, form)).toEqual({ address: [typed] });
  expect(page.text).toContain('class="error-summary"');
  expect(await linksTo(address)).toBe(0);
});

test('an address that changes while it is confirmed stays unconfirmed', async () => {
  const { id, address } = await changedWhileActing();
  const manager = await logInStaff(api, 'manager');
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('update participant set email = $1 where id = $2', [newAddress(), id]);
  const answer = confirm(manager, id, address);
  await api.untilBlocked();
  await client.query('commit');
  client.release();
  expect(await answer).toMatchObject({
    status: 403,
    text: expect.stringContaining('changed again meanwhile'),
  });
  expect(await confirmations(id)).toEqual([]);
});

test('an unknown participant and an anonymised one are not found', async () => {
  const anonymous = await api.buildParticipant({ dataConsent: 'anonymous', email: null });
  const manager = await logInStaff(api, 'manager');
  for (const [id, status] of [
    [randomUUID(), 404],
    ['none', 404],
    [anonymous.id, 422],
  ] as const) {
    await manager.open('/admin/participants');
    const answer = await manager.submit(`${pageOf(id)}/confirm-address`, { address: 'a@example.org' });
    expect(answer.status).toBe(status);
  }
});

test('an address that participants changed themselves, or that was changed back, needs no confirmation', async () => {
  const visitor = await api.logIn();
  const address = newAddress();
  await changeTo(visitor, address);
  expect(await linksTo(address)).toBe(1);

  const { id, former, staff } = await changedWhileActing();
  await staff.act(id);
  await changeTo(staff, former);
  await staff.send(logoutUser, undefined);
  expect((await staff.open(pageOf(id))).text).not.toContain(WAIT);
  expect(await linksTo(former)).toBe(1);
});
