import { expect, test } from '@jest/globals';
import { saveDoctor, saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { verifyAuditTrail } from './verify-audit-trail.ts';

const api = await createTestApi();
const verify = () => verifyAuditTrail(api.orm.em.fork());
const doctor = { name: 'Dr Lee', phone: '0355-500-011', email: '' };

/** What an intruder with the database owner's rights could do. */
async function tamper(sql: string): Promise<void> {
  await api.query('alter table audit_event disable trigger all');
  await api.query('alter table audit_values disable trigger all');
  await api.query(sql);
}

test('an empty trail is whole', async () => {
  expect(await verify()).toEqual({ events: 0, erased: 0, fault: null });
});

test('each change is in the trail with who did it, the old and the new values', async () => {
  const visitor = await api.logIn({ firstName: 'Before' });
  const { id, email } = visitor.participant;
  await visitor.send(saveUser, {
    firstName: 'After',
    lastName: 'Taylor',
    phone: '',
    email: email ?? '',
    password: '',
  });
  await visitor.send(saveDoctor, doctor);
  const events = await api.query(
    `select type, actor, on_behalf_of, subject, before, after from audit_event join audit_values on event_id = id
     where type <> 'session.logged-in' order by id`,
  );
  const origin = { actor: `participant:${id}`, on_behalf_of: null, subject: id };
  expect(events).toEqual([
    {
      type: 'details.changed',
      ...origin,
      before: { firstName: 'Before', lastName: 'Taylor', phone: '', email },
      after: { firstName: 'After', lastName: 'Taylor', phone: '', email },
    },
    { type: 'doctor.changed', ...origin, before: null, after: doctor },
  ]);
});

test('changes made at once are chained one after the other', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => api.logIn()));
  await Promise.all(
    people.flatMap((visitor) => ['A', 'B', 'C'].map((name) => visitor.send(saveDoctor, { ...doctor, name }))),
  );
  const outcome = await verify();
  expect(outcome.fault).toBeNull();
  expect(outcome.events).toBeGreaterThanOrEqual(24);
});

test('a save that is refused leaves no event', async () => {
  const [one, other] = [await api.logIn(), await api.buildParticipant()];
  const before = await verify();
  const taken = { firstName: 'X', lastName: '', phone: '', email: other.email ?? '', password: '' };
  await expect(one.send(saveUser, taken)).rejects.toMatchObject({
    code: 'unprocessable',
    issues: [{ path: ['email'] }],
  });
  const weak = { ...taken, email: one.participant.email ?? '', password: 'password' };
  await expect(one.send(saveUser, weak)).rejects.toMatchObject({ issues: [{ path: ['password'] }] });
  expect(await verify()).toEqual(before);
});

test('the database itself refuses to change or remove an event', async () => {
  for (const statement of [
    `update audit_event set actor = 'visitor'`,
    'delete from audit_event',
    'truncate audit_event cascade',
    'delete from audit_values',
    'truncate audit_values',
  ]) {
    await expect(api.query(statement)).rejects.toThrow('the audit trail only grows');
  }
});

test.each([
  ['an event changed', `update audit_event set actor = 'visitor' where id = $`, 'the event was changed'],
  [
    'its values changed',
    `update audit_values set after = '{"x": 1}' where event_id = $`,
    'its values were changed',
  ],
  ['its values removed', `delete from audit_values where event_id = $`, 'its values are missing'],
  [
    'an event removed',
    `delete from audit_event where id = $ - 1`,
    'an event before it is missing, or was put in',
  ],
])('%s is found', async (_what, statement, reason) => {
  const fresh = await verify();
  expect(fresh.fault).toBeNull();
  const [{ id }] = await api.query('select max(id) as id from audit_event');
  await api.query('create table if not exists kept_event as table audit_event with no data');
  await api.query('create table if not exists kept_values as table audit_values with no data');
  await api.query('insert into kept_event table audit_event');
  await api.query('insert into kept_values table audit_values');
  await tamper(statement.replaceAll('$', String(id)));
  expect((await verify()).fault).toEqual({ id, reason });
  await tamper('delete from audit_values');
  await tamper('delete from audit_event');
  await api.query('insert into audit_event table kept_event');
  await api.query('insert into audit_values table kept_values');
  await api.query('truncate kept_event, kept_values');
});
