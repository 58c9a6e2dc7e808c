import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';
import { createOperation, inTransaction } from './operation.ts';

const api = await createTestApi({ connections: 10 });

const notes = () =>
  api
    .query(
      `select v.after->>'text' as text from audit_event e join audit_values v on v.event_id = e.id
       where e.type = 'note.added' order by e.id`,
    )
    .then((rows) => rows.map(({ text }: { text: string }) => text));

test('events are written at the end of their transaction, in order, while others write theirs', async () => {
  await inTransaction(api.operation(), async (op) => {
    const values = { after: { text: 'second' } };
    await op.audit('note.added', null, values);
    values.after.text = 'changed later';
    await inTransaction(op, (op) => op.audit('note.added', null, { after: { text: 'third' } }));
    // Would wait for the log's lock without end, if the events above had locked it.
    await api.operation().audit('note.added', null, { after: { text: 'first' } });
    expect(await notes()).toEqual(['first']);
  });
  expect(await notes()).toEqual(['first', 'second', 'third']);
  expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ events: 3, fault: null });
});

test('a transaction that fails writes no event', async () => {
  const before = await notes();
  const failing = inTransaction(api.operation(), async (op) => {
    await op.audit('note.added', null, { after: { text: 'rolled back' } });
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await notes()).toEqual(before);
});

test('a check before the event that fails rolls back the change', async () => {
  const before = await notes();
  const { id } = await api.buildParticipant({ phone: '' });
  const op = createOperation(api.operation(), async () => {
    throw new Error('acting has ended');
  });
  const changing = inTransaction(op, async (op) => {
    await op.db.execute(`update participant set phone = '1' where id = ?`, [id]);
    await op.audit('note.added', null, { after: { text: 'too late' } });
  });
  await expect(changing).rejects.toThrow('acting has ended');
  expect(await notes()).toEqual(before);
  expect(await api.query('select phone from participant where id = $1', [id])).toEqual([{ phone: '' }]);
});

test('an operation that no request asks for is of the operator, and of the trial’s own day', () => {
  const before = api.clock.now().toISOString();
  // The morning of the eleventh in Melbourne.
  api.clock.set('2026-03-10T22:00:00Z');
  const [one, other] = [api.operation(), api.operation()];
  expect(one).toMatchObject({ today: '2026-03-11', actor: 'operator', onBehalfOf: null });
  expect(one.requestId).not.toBe(other.requestId);
  api.clock.set(before);
});
