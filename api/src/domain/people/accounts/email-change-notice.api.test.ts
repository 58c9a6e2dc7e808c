import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import * as userCalls from '@stepwise/shared-contracts/calls/user.calls';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import type { Visitor } from '../../../testing/create-visitor.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { sendEmailChangeNotice } from './send-email-change-notice.job.ts';

const DAY_MS = 86_400_000;
const api = await createMailingApi({ connections: 10 });

const changeTo = (visitor: Visitor, email: string) =>
  visitor.send(userCalls.saveUser, { firstName: 'Pat', lastName: '', phone: '', email, password: '' });

const newAddress = () => `new-${randomUUID()}@example.org`;

const waiting = (participantId: string) =>
  api.query('select email from email_change_notice where participant_id = $1', [participantId]);

/** The messages to an address, once every job was tried. */
async function messagesTo(email: string) {
  expect(await api.untilJobsTried()).toBe(0);
  return api.mail.received.filter(({ to }) => to?.[0]?.address === email);
}

test('a new email address notifies the former address once, without naming the new one', async () => {
  const visitor = await api.logIn();
  const { id, email = '' } = visitor.participant;
  const address = newAddress();
  await changeTo(visitor, address);
  const [message, ...more] = await messagesTo(email ?? '');
  expect(more).toEqual([]);
  expect(message?.subject).toBe('Your Stepwise account has a new email address');
  expect(message?.text).not.toContain(address);
  expect(await messagesTo(address)).toEqual([]);
  expect(await waiting(id)).toEqual([]);
  expect(JSON.stringify(await api.query('select data from pgboss.job'))).not.toContain('@');
});

test('a new email address notifies the former address when a member of staff changes it while acting', async () => {
  const { id, email } = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(id);
  await changeTo(browser, newAddress());
  expect(await messagesTo(email ?? '')).toHaveLength(1);
});

test('a new email address saves a change without the job queue, and notifies the former address later', async () => {
  const visitor = await api.logIn();
  const { email } = visitor.participant;
  await api.queryAsOwner('alter schema pgboss rename to pgboss_away');
  try {
    expect((await changeTo(visitor, newAddress())).status).toBe(200);
  } finally {
    await api.queryAsOwner('alter schema pgboss_away rename to pgboss');
  }
  expect(await messagesTo(email ?? '')).toEqual([]);
  await api.pass(60_000);
  await api.sendMissedNotices();
  expect(await messagesTo(email ?? '')).toHaveLength(1);
});

test('a new email address notifies the former address once where two jobs send the notice at once', async () => {
  const [id, address] = [randomUUID(), newAddress()];
  const { id: participant } = await api.buildParticipant();
  await api.query('insert into email_change_notice values ($1, $2, $3, $4)', [
    id,
    participant,
    address,
    api.clock.now(),
  ]);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from email_change_notice where id = $1 for update', [id]);
  const jobs = [1, 2].map(() => sendEmailChangeNotice(api.operation(), id, api.mailing));
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  await Promise.all(jobs);
  expect(await messagesTo(address)).toHaveLength(1);
});

test('a new email address sends no notice for other details, nor for a rejected change', async () => {
  const visitor = await api.logIn();
  const other = await api.buildParticipant();
  const { email } = visitor.participant;
  await changeTo(visitor, email?.toUpperCase() ?? '');
  await expect(changeTo(visitor, other.email ?? '')).rejects.toMatchObject({ code: 'unprocessable' });
  expect(await messagesTo(email ?? '')).toEqual([]);
});

test('a new email address keeps the notice while the mail server is down, and erases it with the participant’s data', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const remaining = await api.logIn();
  await api.mail.stop();
  await changeTo(visitor, newAddress());
  await changeTo(remaining, newAddress());
  expect(await api.untilJobsTried()).toBe(2);
  expect(await waiting(visitor.participant.id)).toHaveLength(1);
  await visitor.send(userCalls.saveUserDataConsent, { value: 'anonymous' });
  expect(
    await api.query('select 1 from email_change_notice where email = $1', [visitor.participant.email]),
  ).toEqual([]);

  await api.cleanUp(new Date(api.clock.now().getTime() + 6 * DAY_MS));
  expect(await waiting(remaining.participant.id)).toHaveLength(1);
  await api.cleanUp(new Date(api.clock.now().getTime() + 8 * DAY_MS));
  expect(await waiting(remaining.participant.id)).toEqual([]);
  await api.mail.restart();
});
