import { describe, expect, test } from '@jest/globals';
import { addPasskey, passkeyOptions } from '@stepwise/shared-contracts/calls/passkey.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { entities } from '../../modules.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { createSoftPasskey } from '../../testing/soft-passkey.ts';
import { toAppError } from '../http/serialise-errors.ts';
import { openOrm } from './orm.ts';
import { asHolder, shareConnections } from './share-connections.ts';

const DOCTOR = { name: 'Dr Lee', phone: '', email: '' };
const api = await createTestApi({ connections: 10 });

describe('a second connection', () => {
  test('is rejected within a transaction, also one inside it, and had before and after', async () => {
    const ask = () => api.orm.em.fork().execute('select 1');
    const rejected = { message: expect.stringMatching(/own connection/) };
    await ask();
    await api.orm.em.fork().transactional(async (em) => {
      await expect(ask()).rejects.toMatchObject(rejected);
      await em.transactional(async () => expect(ask()).rejects.toMatchObject(rejected));
      await em.execute('select 1');
    });
    await ask();
  });
});

describe('one person', () => {
  test('answering a challenge twelve times at once keeps no other person waiting', async () => {
    const attacker = await api.logIn();
    const victim = await api.logIn();
    const { body } = await attacker.send(passkeyOptions, { currentPassword: '' });
    const credential = createSoftPasskey().create({
      challenge: String(body.options.challenge),
      origin: 'https://elsewhere.example',
    });
    const attack = Array.from({ length: 12 }, () =>
      attacker.request(addPasskey.path, { body: { credential } }),
    );
    expect((await victim.send(allData, undefined)).status).toBe(200);
    expect((await victim.send(saveDoctor, DOCTOR)).status).toBe(204);
    const statuses = (await Promise.all(attack)).map(({ status }) => status);
    expect(statuses).toEqual(Array(12).fill(422));
  });

  test('whose saves wait for one another has a share of the connections', async () => {
    const attacker = await api.logIn();
    const victim = await api.logIn();
    const lock = await api.pool.connect();
    await lock.query('begin');
    await lock.query('select 1 from participant where id = $1 for update', [attacker.participant.id]);
    const attack = Array.from({ length: 20 }, () => attacker.request(saveDoctor.path, { body: DOCTOR }));
    await api.untilBlocked(3);
    expect((await victim.send(allData, undefined)).status).toBe(200);
    expect((await victim.send(saveDoctor, DOCTOR)).status).toBe(204);
    await api.visit();
    await lock.query('commit');
    lock.release();
    const statuses = (await Promise.all(attack)).map(({ status }) => status);
    expect(statuses).toEqual(Array(20).fill(204));
  });
});

test('a request that waits too long for a turn is told when to try again, and the turn goes on', async () => {
  const orm = await openOrm(api.databaseUrl, entities, (pool) => shareConnections(pool, 1));
  const ask = () => asHolder({ name: 'someone', share: 0.1 }, () => orm.em.fork().execute('select 1'));
  await asHolder({ name: 'someone', share: 0.1 }, () =>
    orm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
      const error = toAppError(await ask().catch((reason) => reason));
      expect(error.code).toBe('too-many-requests');
      expect(error.headers).toEqual({ 'retry-after': '1' });
    }),
  );
  await ask();
  await orm.close();
});
