import { expect, test } from '@jest/globals';
import { saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { inTransaction } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { findRandomisations } from './find-randomisations.ts';
import { armAt } from './permuted-blocks.ts';
import { randomiseParticipant } from './randomise-participant.command.ts';
import { findReplayMismatch } from './replay-allocation.ts';

const SEED = 'the seed that only the statistician knows';
const crowded = await createTestApi({ allocationSeed: SEED });
const api = await createTestApi({ allocationSeed: SEED });
const manual = await createTestApi({ config: { allocation: 'manual' } });

/** Twice the database's connections: requests compete, and none waits until it is rejected. */
const WAVE = 20;
const STRATA = ['low', 'medium', 'high'];
const IN_STRATUM = isNightly ? 50 : 20;

async function inWaves<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += WAVE) {
    done.push(...(await Promise.all(all.slice(start, start + WAVE).map(work))));
  }
  return done;
}

test('of many who confirm, twenty at once and each twice, each gets one place of a list without gaps', async () => {
  const strata = Array.from({ length: 3 * IN_STRATUM }, (_, index) => STRATA[index % 3] as string);
  const people = await inWaves(strata, async (stratum) => {
    // The product does not allow this number of log-ins from one address.
    await crowded.query('delete from rate_limit');
    return crowded.logIn({ stage: 'questionnaire', stratum });
  });
  await crowded.query('delete from rate_limit');
  const answers = await inWaves(
    people.flatMap((visitor) => [visitor, visitor]),
    (visitor) => visitor.send(saveHomestep, { homestep: 3 }),
  );
  expect(answers.every(({ body }) => body.user.homestep === 3)).toBe(true);

  for (const stratum of STRATA) {
    const rows = await crowded.query(
      `select a.position, a.arm, p.randomise from allocation a join participant p on p.id = a.participant_id
       where a.stratum = $1 order by a.position`,
      [stratum],
    );
    expect(rows.map(({ position }) => position)).toEqual([...Array(IN_STRATUM).keys()]);
    for (const { position, arm, randomise } of rows) {
      expect(arm).toBe(armAt(SEED, stratum, position));
      expect(randomise).toBe(arm === 'reduction');
    }
    const inReduction = rows.filter(({ arm }) => arm === 'reduction').length;
    expect(Math.abs(inReduction - IN_STRATUM / 2)).toBeLessThanOrEqual(1);
  }
  const events = await crowded.query(`select subject from audit_event where type = 'allocation.drawn'`);
  expect(new Set(events.map(({ subject }) => subject)).size).toBe(3 * IN_STRATUM);
  expect(events).toHaveLength(3 * IN_STRATUM);
  expect(findReplayMismatch(await findRandomisations(crowded.orm.em.fork()), SEED)).toBeNull();
}, 300_000);

test('a failed randomisation takes no position', async () => {
  const visitor = await api.logIn({ stage: 'questionnaire', stratum: 'low' });
  await (await api.logIn({ stage: 'questionnaire', stratum: 'low' })).send(saveHomestep, { homestep: 3 });
  const [{ taken }] = await api.query(`select taken from allocation_counter where stratum = 'low'`);
  // The next position is occupied, so that the randomisation fails after it has counted.
  await api.query(
    `insert into allocation (stratum, position, arm, drawn_at) values ('low', $1, 'reduction', now())`,
    [taken],
  );
  const failed = await visitor.request('/api/save-homestep/', { body: { homestep: 3 } });
  expect(failed.status).toBe(500);
  expect(await api.query(`select taken from allocation_counter where stratum = 'low'`)).toEqual([{ taken }]);
  await api.query(`delete from allocation where participant_id is null`);

  await visitor.send(saveHomestep, { homestep: 3 });
  const [row] = await api.query('select position from allocation where participant_id = $1', [
    visitor.participant.id,
  ]);
  expect(row).toEqual({ position: taken });
});

test.each([
  ['without a stratum', { stratum: null }],
  ['without a survey', { surveyDone: false }],
  ['not eligible by the survey', { surveyIneligible: true }],
  ['without a consent in force', { consentAgree: false }],
])('a participant %s is not randomised', async (_, overrides) => {
  const { id } = await api.buildParticipant({ stage: 'questionnaire', ...overrides });
  const randomising = inTransaction(api.operation(), async (op) =>
    randomiseParticipant(op, await lockParticipant(op.db, id), { allocationSeed: SEED, auditKey: undefined }),
  );
  await expect(randomising).rejects.toMatchObject({ code: 'not-yet' });
  expect(await api.query('select 1 from allocation where participant_id = $1', [id])).toEqual([]);
});

test('randomising again changes nothing', async () => {
  const visitor = await api.logIn({ stage: 'questionnaire' });
  const first = await visitor.send(saveHomestep, { homestep: 3 });
  expect(await visitor.send(saveHomestep, { homestep: 3 })).toEqual(first);
  const { id } = visitor.participant;
  // Not even where the step was lost.
  await api.query('update participant set home_step = 2 where id = $1', [id]);
  expect(await visitor.send(saveHomestep, { homestep: 3 })).toEqual(first);
  const rows = await api.query('select 1 from allocation where participant_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test.each([
  ['eligibility', 3],
  ['eligibility', 1],
  ['consent', 2],
  ['consent', 3],
  ['questionnaire', 4],
  ['plan', 4],
] as const)('a participant at %s cannot skip to step %d', async (stage, homestep) => {
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

test('with manual allocation the first confirmation is stored and moves the step, and the arm waits for the team', async () => {
  const visitor = await manual.logIn({ stage: 'questionnaire' });
  const confirmedAt = manual.clock.now();
  await visitor.send(saveHomestep, { homestep: 3 });
  manual.clock.advance(60_000);
  const { body } = await visitor.send(saveHomestep, { homestep: 3 });
  expect(body.user).toMatchObject({ homestep: 3, randomise: false, awaits: 'team' });
  expect(await manual.query('select 1 from allocation')).toEqual([]);
  const [row] = await manual.query('select questionnaire_confirmed_at as at from participant where id = $1', [
    visitor.participant.id,
  ]);
  expect(row.at).toEqual(confirmedAt);
  expect(await manual.query(`select at from audit_event where type = 'questionnaire.confirmed'`)).toEqual([
    { at: confirmedAt },
  ]);
});

test('neither an answer nor the audit log discloses a position', async () => {
  const visitor = await api.logIn({ stage: 'questionnaire' });
  const { body } = await visitor.send(saveHomestep, { homestep: 3 });
  expect(JSON.stringify(body)).not.toMatch(/position|stratum|arm"/);
  const [{ after }] = await api.query(
    `select v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'allocation.drawn' and e.subject = $1`,
    [visitor.participant.id],
  );
  expect(after).toEqual({ seal: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
