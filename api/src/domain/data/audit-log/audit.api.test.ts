import { describe, expect, test } from '@jest/globals';
import { saveDoctor, saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { verifyAuditCommand } from '../../../cli/verify-audit-command.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { eraseValues, recordWithdrawal } from '../../../testing/record-withdrawal.ts';
import { hashEvent, lockAuditLog, prepareAuditEvent } from '../../core/audit/record-audit-event.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi();
/** Each for a log that no other test writes to. */
const [empty, unrecorded, notErased, earlier, disordered] = [
  await createTestApi(),
  await createTestApi(),
  await createTestApi(),
  await createTestApi(),
  await createTestApi(),
];
const verify = () => verifyAuditLog(api.orm.em.fork());
const doctor = { name: 'Dr Lee', phone: '0355-500-011', email: '' };

/** What an intruder with the database owner's rights could do. */
async function tamper(sql: string): Promise<void> {
  await api.queryAsOwner('alter table audit_event disable trigger all');
  await api.queryAsOwner('alter table audit_values disable trigger all');
  await api.queryAsOwner(sql);
}

test('an empty log is whole', async () => {
  const outcome = await verifyAuditLog(empty.orm.em.fork());
  expect(outcome).toMatchObject({ events: 0, erased: 0, explained: [], fault: null });
});

test('each change is in the log with its actor, the old and the new values', async () => {
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
     where type <> 'session.logged-in' and subject = $1 order by id`,
    [id],
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
  // No more than the pool has connections: on a busy machine one that waits for a connection may be rejected.
  const people = await Promise.all(Array.from({ length: 3 }, () => api.logIn()));
  await Promise.all(
    people.flatMap((visitor) => ['A', 'B', 'C'].map((name) => visitor.send(saveDoctor, { ...doctor, name }))),
  );
  const outcome = await verify();
  expect(outcome.fault).toBeNull();
  expect(outcome.events).toBeGreaterThanOrEqual(12);
});

test('the lock of the audit log is exclusive until its transaction ends', async () => {
  const isFree = async () =>
    (
      await api.query(
        'select pg_try_advisory_lock_shared(724002) and pg_advisory_unlock_shared(724002) as free',
      )
    )[0].free;
  await api.orm.em.fork().transactional(async (tx) => {
    await lockAuditLog(tx);
    expect(await isFree()).toBe(false);
  });
  expect(await isFree()).toBe(true);
});

test('a rejected save writes no event', async () => {
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

const CHANGES = [
  `update audit_event set actor = 'visitor'`,
  'delete from audit_event',
  'truncate audit_event cascade',
  `update audit_values set after = '{"x": 1}'`,
  'delete from audit_values',
  'truncate audit_values',
];

test.each([
  ...CHANGES,
  'insert into audit_event default values',
  'insert into audit_values default values',
  'alter table audit_event disable trigger all',
  'alter table audit_values disable trigger all',
  'drop trigger audit_event_append_only on audit_event',
  `create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return null; end'`,
  'drop table audit_values',
  'drop schema public cascade',
  'alter table audit_event owner to current_user',
  'select 1 from audit_event for update',
  `set session_replication_role = 'replica'`,
  'set role stepwise',
  `insert into mikro_orm_migrations (name) values ('unknown-migration')`,
  'create table public.anything ()',
  'create role intruder',
])('the application’s role may not %s', async (statement) => {
  await api.logIn();
  await expect(api.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the application’s role has no right to grant itself, and no other power', async () => {
  await api.query('grant update, delete, truncate on audit_event, audit_values to current_user');
  const owners = await api.query(
    `select relname, pg_has_role(relowner, 'member') as own, has_table_privilege(oid, 'update, delete, truncate') as may
     from pg_class where relname like 'audit\\_%' and relkind = 'r' order by 1`,
  );
  expect(owners).toEqual([
    { relname: 'audit_event', own: false, may: false },
    { relname: 'audit_head', own: false, may: false },
    { relname: 'audit_head_mailing', own: false, may: true },
    { relname: 'audit_values', own: false, may: false },
  ]);
  const [role] = await api.query(
    `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = current_user`,
  );
  expect(Object.values(role)).toEqual([false, false, false, false, false]);
});

test.each(CHANGES)('where one role owns the tables, triggers still reject %s', async (statement) => {
  await api.logIn();
  await expect(api.queryAsOwner(statement)).rejects.toThrow('the audit trail only grows');
});

test('erasing empties the values of one participant only, and the log verifies', async () => {
  const [gone, other] = [await api.logIn(), await api.logIn()];
  for (const visitor of [gone, other]) await visitor.send(saveDoctor, doctor);
  const { erased } = await verify();
  const erase = () => api.queryAsOwner('select erase_audit_values($1)', [gone.participant.id]);
  await expect(erase()).rejects.toMatchObject({ code: '42501' });
  await recordWithdrawal(api, gone.participant.id);
  expect(await eraseValues(api)).toBe(1);
  const values = await api.query(
    `select subject, after from audit_event join audit_values on event_id = id
     where type = 'doctor.changed' and subject in ($1, $2) order by id`,
    [gone.participant.id, other.participant.id],
  );
  expect(values).toEqual([
    { subject: gone.participant.id, after: null },
    { subject: other.participant.id, after: doctor },
  ]);
  // The log-in and the doctor.
  expect(await verify()).toMatchObject({ erased: erased + 2, fault: null });
});

const lastEvent = async () => (await api.query('select * from audit_event order by id desc limit 1'))[0];
const COLUMNS = 'at, type, actor, on_behalf_of, subject, request_id, values_hash, previous_hash, hash';

describe('an event that is put in beside the product', () => {
  const put = (changes: Record<string, unknown>, extra = '') =>
    lastEvent().then((last) => {
      const { at, type, actor, on_behalf_of, subject, request_id, values_hash } = last;
      const row = { at, type, actor, on_behalf_of, subject, request_id, values_hash };
      const next = { ...row, previous_hash: last.hash, ...changes };
      const hash = hashEvent({
        ...{ previousHash: next.previous_hash, at, type, actor, onBehalfOf: on_behalf_of, subject },
        ...{ requestId: request_id, valuesHash: values_hash },
      });
      const fields = Object.values({ ...next, hash, ...changes });
      return api.queryAsOwner(
        `insert into audit_event (${COLUMNS}${extra && ', id'}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9${extra})`,
        fields,
      );
    });

  test.each([
    ['follows another than the last one', { previous_hash: '0'.repeat(64) }, 'has to follow the last one'],
    ['has another hash', { hash: '0'.repeat(64) }, 'has to be that of its row'],
    ['has other fields', { request_id: 'other' }, 'has to be that of its row'],
    ['has no values', {}, 'needs its values'],
  ])('is rejected where it %s', async (_what, changes, message) => {
    await api.logIn();
    await expect(put(changes)).rejects.toThrow(message);
    expect(await verify()).toMatchObject({ fault: null });
  });

  test('is rejected with a number before the last one', async () => {
    await api.logIn();
    await expect(put({}, ', 0')).rejects.toThrow('has to follow the last one');
  });
});

describe('the check of the log', () => {
  test('finds values that were erased without a withdrawal', async () => {
    const { id: subject } = (await unrecorded.logIn()).participant;
    const [{ id }] = await unrecorded.query('select id from audit_event where subject = $1', [subject]);
    await unrecorded.queryAsOwner('alter table audit_values disable trigger all');
    await unrecorded.queryAsOwner(
      `update audit_values set salt = '', before = null, after = null where event_id = $1`,
      [id],
    );
    const reason = 'its values were erased, and no withdrawal is recorded';
    expect((await verifyAuditLog(unrecorded.orm.em.fork())).fault).toEqual({ id, reason });
  });

  test('finds values that are there a week after a withdrawal, and missing receipts', async () => {
    const other = notErased;
    const visitor = await other.logIn();
    await visitor.send(saveDoctor, doctor);
    await recordWithdrawal(other, visitor.participant.id);
    const fault = async () => (await verifyAuditLog(other.orm.em.fork())).fault;
    const [{ id: chosen }] = await other.query(
      `select id from audit_event where type = 'data-consent.chosen'`,
    );
    const { id: subject } = visitor.participant;
    await other.query(`insert into participant (id, first_name, created_at) values ($1, '', now())`, [
      subject,
    ]);
    const reason = 'it withdraws a participant who is still there';
    expect(await fault()).toEqual({ id: chosen, reason });
    await other.queryAsOwner('delete from participant where id = $1', [subject]);
    other.clock.advance(7 * DAY_MS);
    await other.logIn();
    expect(await fault()).toBeNull();
    other.clock.advance(1);
    await other.logIn();
    const [{ id }] = await other.query(`select id from audit_event where type = 'doctor.changed'`);
    expect(await fault()).toEqual({
      id,
      reason: 'its values are there more than seven days after the withdrawal',
    });
    await eraseValues(other);
    expect(await fault()).toBeNull();
    await other.queryAsOwner('delete from data_consent_receipt');
    expect(await fault()).toMatchObject({ reason: 'the receipts are not as many as the withdrawals' });
  });

  test('finds an event that is older than the one before it, once the database’s clock says when', async () => {
    const add = async (type: string, at: string) => {
      const origin = { actor: 'operator', onBehalfOf: null, subject: null, requestId: 'test' } as const;
      const event = prepareAuditEvent('session.logged-out', { ...origin, at: new Date(at) }, {});
      await disordered.queryAsOwner('select chain_audit_events($1)', [JSON.stringify([{ ...event, type }])]);
    };
    const fault = async () => (await verifyAuditLog(disordered.orm.em.fork())).fault;
    // As earlier releases chained them: by the API’s clock.
    for (const at of ['2026-03-02', '2026-03-01']) await add('session.logged-out', at);
    const reason = 'it is older than the event before it';
    expect(await fault()).toEqual({ id: 2, reason });
    await add('audit.clock-guarded', '2026-03-03');
    expect(await fault()).toBeNull();
    await add('session.logged-out', '2026-03-02');
    expect(await fault()).toEqual({ id: 4, reason });
  });
});

test('an earlier release erased the choice of a withdrawal as well, and its log is whole', async () => {
  const other = earlier;
  const { id: subject } = (await other.logIn()).participant;
  await recordWithdrawal(other, subject);
  await eraseValues(other);
  await other.queryAsOwner(`update audit_values set salt = '', before = null, after = null`);
  expect(await verifyAuditLog(other.orm.em.fork())).toMatchObject({ erased: 2, fault: null });
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
    `delete from audit_event where id = (select max(id) from audit_event where id < $)`,
    'an event before it is missing, or was put in',
  ],
])('%s is found', async (_what, statement, reason) => {
  for (const _event of [1, 2]) await api.logIn();
  const fresh = await verify();
  expect(fresh.fault).toBeNull();
  const [{ id }] = await api.query('select max(id) as id from audit_event');
  await api.queryAsOwner('create table if not exists kept_event as table audit_event with no data');
  await api.queryAsOwner('create table if not exists kept_values as table audit_values with no data');
  await api.queryAsOwner('insert into kept_event table audit_event');
  await api.queryAsOwner('insert into kept_values table audit_values');
  await tamper(statement.replaceAll('$', String(id)));
  expect((await verify()).fault).toEqual({ id, reason });
  // As the application's role.
  const { isWhole, printed } = await verifyAuditCommand([], { DATABASE_URL: api.databaseUrl });
  expect({ isWhole, printed }).toEqual({
    isWhole: false,
    printed: expect.stringContaining(`broken at event ${id}: ${reason}`),
  });
  await tamper('delete from audit_values');
  await tamper('delete from audit_event');
  await api.queryAsOwner('insert into audit_event table kept_event');
  await api.queryAsOwner('insert into audit_values table kept_values');
  await api.queryAsOwner('truncate kept_event, kept_values');
  await api.queryAsOwner('alter table audit_event enable trigger all');
  await api.queryAsOwner('alter table audit_values enable trigger all');
});
