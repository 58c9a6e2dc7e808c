import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';
import { appendErasures, readErasures } from './erased-ids.ts';
import { repeatErasures } from './repeat-erasures.command.ts';

const api = await createTestApi();
/** What the back-up holds: the same participants, before they withdrew. */
const restored = await createTestApi();
const folder = await mkdtemp(join(tmpdir(), 'stepwise-erasures-'));
const list = join(folder, 'erased.csv');
afterAll(() => rm(folder, { recursive: true }));

const append = () => appendErasures(api.orm.em.fork(), list);
const read = async () => readErasures(await readFile(list, 'utf8').catch(() => ''));

test('erasures since a back-up are listed outside of it, and repeated after a restore', async () => {
  const [deleted, anonymous, staying] = [await api.logIn(), await api.logIn(), await api.logIn()];
  for (const { participant } of [deleted, anonymous, staying]) {
    const { id, email, firstName } = participant;
    await restored.buildParticipant({ id, email, firstName });
  }
  await append();
  expect(await read()).toEqual([]);
  await deleted.send(saveUserDataConsent, { value: 'delete' });
  await anonymous.send(saveUserDataConsent, { value: 'anonymous' });
  await staying.send(saveUserDataConsent, { value: 'agree' });
  await append();
  await append();
  const at = api.clock.now().toISOString();
  const erasures = [
    { id: deleted.participant.id, choice: 'delete', at },
    { id: anonymous.participant.id, choice: 'anonymous', at },
  ];
  expect(await read()).toEqual(erasures);
  // Only the server's own user reads whom it names.
  expect((await stat(list)).mode & 0o777).toBe(0o600);

  restored.clock.advance(3 * 86_400_000);
  expect(await repeatErasures(restored.operation(), await read())).toBe(2);
  const rows = await restored.query(
    'select id, first_name, data_consent from participant order by first_name',
  );
  expect(rows).toEqual([
    { id: expect.any(String), first_name: '', data_consent: 'anonymous' },
    { id: staying.participant.id, first_name: staying.participant.firstName, data_consent: null },
  ]);
  expect(rows[0].id).not.toBe(anonymous.participant.id);
  const chosenAt = new Date(at);
  expect(await restored.query('select choice, chosen_at from data_consent_receipt order by choice')).toEqual([
    { choice: 'anonymous', chosen_at: chosenAt },
    { choice: 'delete', chosen_at: chosenAt },
  ]);
  expect(await restored.query('select degree, stopped_at from stop')).toEqual([
    { degree: 'anonymous', stopped_at: chosenAt },
  ]);
  expect(await verifyAuditLog(restored.orm.em.fork())).toMatchObject({ fault: null });
  expect(await repeatErasures(restored.operation(), await read())).toBe(0);
});

test.each(['not a line', '018f3c1e-0000-7000-8000-000000000001,agree,2026-03-10T01:00:00.000Z'])(
  'a list with the line %s is rejected before anything is erased',
  async (line) => {
    await writeFile(join(folder, 'damaged.csv'), `${line}\n`);
    const text = await readFile(join(folder, 'damaged.csv'), 'utf8');
    expect(() => readErasures(text)).toThrow('Line 1');
  },
);
