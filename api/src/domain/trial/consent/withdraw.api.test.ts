import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { countFailedAccess, recordFailedAccess } from '../../data/audit-log/failed-access.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';
import { sendPasswordReset } from '../../people/accounts/send-password-reset.job.ts';
import { sendAddressConfirmation } from '../../people/address-confirmation/send-address-confirmation.job.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const api = await createTestApi({ connections: 10 });
const mailing = {
  push: { send: async () => 'failed' as const },
  mailer: { send: async () => {} },
  publicUrl: api.origin,
  warningSignUrl: () => api.origin,
  adverseEventUrl: () => api.origin,
  staffAccountUrl: api.origin,
  allocationUrl: api.origin,
};

async function sendReset(email: string): Promise<void> {
  const id = randomUUID();
  await api.query('insert into password_reset_request values ($1, $2, $3)', [id, email, api.clock.now()]);
  await sendPasswordReset(api.operation(), id, mailing);
}

/** A transaction that has run this statement, and what ends it. */
async function lockBy(sql: string, parameters: unknown[] = []): Promise<() => Promise<void>> {
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query(sql, parameters);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test.each(['anonymous', 'delete'] as const)(
  'a withdrawal (%s) and the jobs of its account do not wait for each other in a circle',
  async (value) => {
    const visitor = await api.logIn();
    const { id, email } = visitor.participant;
    await sendReset(email ?? '');
    await sendAddressConfirmation(api.operation(), id, mailing);
    const attempt = { type: 'session.log-in-failed', account: id, network: 'one' } as const;
    await countFailedAccess(api.orm.em.fork(), { ...attempt, now: api.clock.now() });
    api.clock.advance(QUARTER_HOUR_MS);

    const release = await lockBy('select pg_advisory_xact_lock(724002)');
    const withdrawal = visitor.send(saveUserDataConsent, { value, currentPassword: PASSWORD });
    await api.untilBlocked();
    const jobs = Promise.all([
      sendReset(email ?? ''),
      sendAddressConfirmation(api.operation(), id, mailing),
      recordFailedAccess(api.operation()),
    ]);
    await api.untilBlocked(3);
    await release();
    await jobs;
    expect(await withdrawal).toMatchObject({ status: 204 });
    for (const table of ['password_reset_token', 'address_confirmation', 'failed_access'])
      expect(await api.query(`select 1 from ${table}`)).toEqual([]);
    expect(await api.query('select 1 from password_reset_request')).toEqual([]);
    const events = await api.query('select type from audit_event where subject = $1 order by id', [id]);
    expect(events.filter(({ type }) => /sent$|failed$/.test(type)).map(({ type }) => type)).toEqual([
      'password-reset.sent',
      'address-confirmation.sent',
    ]);
    expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ fault: null });
  },
);

test.each([
  ['email_change_notice', `$1, $2, 'before@example.org', $3`],
  ['warning_sign', `$1, $2, '2026-03-10', '2026-03-10', false, $3, $3`],
])(
  'a withdrawal that waits for a message (%s) delays no save of another participant',
  async (table, values) => {
    const visitor = await api.logIn();
    const { id } = visitor.participant;
    await api.query(`insert into ${table} values (${values})`, [randomUUID(), id, api.clock.now()]);
    const send = await lockBy(`select 1 from ${table} where participant_id = $1 for update`, [id]);
    const withdrawal = visitor.send(saveUserDataConsent, { value: 'delete' });
    await api.untilBlocked();
    const [auditLog] = await api.query('select pg_try_advisory_xact_lock(724002) as free');
    await send();
    expect(await withdrawal).toMatchObject({ status: 204 });
    expect(auditLog).toEqual({ free: true });
    expect(await api.query(`select 1 from ${table}`)).toEqual([]);
  },
);

test('the jobs of an account that was erased meanwhile send nothing and do not fail', async () => {
  const sent: unknown[] = [];
  const counting = { ...mailing, mailer: { send: async (message: unknown) => void sent.push(message) } };
  await sendPasswordReset(api.operation(), randomUUID(), counting);
  await sendAddressConfirmation(api.operation(), randomUUID(), counting);
  expect(sent).toEqual([]);
});
