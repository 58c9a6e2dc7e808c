import { expect, test } from '@jest/globals';
import { saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { armAt } from './permuted-blocks.ts';

const SEED = 'the seed that only the statistician knows';
const api = await createTestApi({ allocationSeed: SEED });
const manual = await createTestApi({ config: { allocation: 'manual' } });

test('dozens who confirm at once each get one place, and every block is balanced', async () => {
  const people = [];
  for (let index = 0; index < 24; index++) {
    people.push(await api.logIn({ stage: 'questionnaire', stratum: index % 2 ? 'low' : 'high' }));
  }
  const answers = await Promise.all(
    people.flatMap((visitor) => [
      visitor.send(saveHomestep, { homestep: 3 }),
      visitor.send(saveHomestep, { homestep: 3 }),
    ]),
  );
  expect(answers.every(({ body }) => body.user.homestep === 3)).toBe(true);

  for (const stratum of ['low', 'high']) {
    const rows = await api.query(
      `select a.position, a.arm, p.randomise from allocation a join participant p on p.id = a.participant_id
       where a.stratum = $1 order by a.position`,
      [stratum],
    );
    expect(rows.map(({ position }) => position)).toEqual([...Array(12).keys()]);
    for (const { position, arm, randomise } of rows) {
      expect(arm).toBe(armAt(SEED, stratum, position));
      expect(randomise).toBe(arm === 'reduction');
    }
  }
  const draws = await api.query(`select subject from audit_event where type = 'allocation.drawn'`);
  expect(new Set(draws.map(({ subject }) => subject)).size).toBe(24);
  expect(draws).toHaveLength(24);
});

test('asking again draws nothing more', async () => {
  const visitor = await api.logIn({ stage: 'questionnaire' });
  const first = await visitor.send(saveHomestep, { homestep: 3 });
  expect(await visitor.send(saveHomestep, { homestep: 3 })).toEqual(first);
  const rows = await api.query('select 1 from allocation where participant_id = $1', [
    visitor.participant.id,
  ]);
  expect(rows).toHaveLength(1);
});

test.each([
  ['eligibility', 3],
  ['eligibility', 1],
  ['consent', 2],
  ['consent', 3],
  ['questionnaire', 4],
  ['plan', 4],
] as const)('from %s nobody skips to step %d', async (stage, homestep) => {
  const visitor = await api.logIn({ stage });
  await expect(visitor.send(saveHomestep, { homestep })).rejects.toMatchObject({ code: 'not-yet' });
  const [row] = await api.query('select home_step from participant where id = $1', [visitor.participant.id]);
  expect(row.home_step).toBe(visitor.participant.homeStep);
});

test('a step never goes back', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { body } = await visitor.send(saveHomestep, { homestep: 0 });
  expect(body.user.homestep).toBe(4);
});

test('with manual allocation the first confirmation is kept, and step and arm stay as they are', async () => {
  const visitor = await manual.logIn({ stage: 'questionnaire' });
  const confirmedAt = manual.clock.now();
  await visitor.send(saveHomestep, { homestep: 3 });
  manual.clock.advance(60_000);
  const { body } = await visitor.send(saveHomestep, { homestep: 3 });
  expect(body.user).toMatchObject({ homestep: 2, randomise: false });
  expect(await manual.query('select 1 from allocation')).toEqual([]);
  const [row] = await manual.query('select questionnaire_confirmed_at as at from participant where id = $1', [
    visitor.participant.id,
  ]);
  expect(row.at).toEqual(confirmedAt);
  expect(await manual.query(`select at from audit_event where type = 'questionnaire.confirmed'`)).toEqual([
    { at: confirmedAt },
  ]);
});

test('no answer and no table tells the next place', async () => {
  const [{ taken }] = await api.query(`select taken from allocation_counter where stratum = 'low'`);
  const last = await api.query(`select max(position) as position from allocation where stratum = 'low'`);
  expect(last[0].position).toBe(taken - 1);
});
