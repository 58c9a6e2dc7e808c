import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { saveHomestep, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { findRandomisations } from './find-randomisations.ts';
import { armAt } from './permuted-blocks.ts';
import { findReplayMismatch } from './replay-allocation.ts';
import { reportRandomisations } from './report-randomisations.ts';

const SEED = 'the seed that only the statistician knows';
const api = await createTestApi({ allocationSeed: SEED });

type Randomised = Awaited<ReturnType<typeof randomise>>;
let people: Randomised[];

async function randomise(stratum: string) {
  const visitor = await api.logIn({ stage: 'questionnaire', stratum });
  api.clock.advance(1000);
  await visitor.send(saveHomestep, { homestep: 3 });
  return visitor;
}

const verify = async () => findReplayMismatch(await findRandomisations(api.orm.em.fork()), SEED);
const report = async () => (await reportRandomisations(api.orm.em.fork())).split('\r\n').slice(0, -1);
const rows = () => api.query('select * from allocation order by stratum, position');

beforeEach(async () => {
  for (const table of ['allocation', 'allocation_counter', 'participant'])
    await api.queryAsOwner(`delete from ${table}`);
  people = [await randomise('low'), await randomise('low'), await randomise('low'), await randomise('high')];
});

/** The log only grows: it still has the randomisations of earlier tests, whose participants are gone. */
const fresh = async () => {
  const recorded = await findRandomisations(api.orm.em.fork());
  return findReplayMismatch({ ...recorded, eventsLeft: [] }, SEED);
};

test('allocations that follow the lists verify, also after a deletion and an anonymisation', async () => {
  expect(await fresh()).toBeNull();
  await people[0]?.send(saveUserDataConsent, { value: 'delete' });
  await people[1]?.send(saveUserDataConsent, { value: 'anonymous' });
  expect(await fresh()).toBeNull();
  expect(await report()).toHaveLength(5);
});

test('an audit event without its allocation is found', async () => {
  for (const table of ['allocation', 'allocation_counter', 'participant'])
    await api.queryAsOwner(`delete from ${table}`);
  expect(await verify()).toMatch(/the audit log has a randomisation at .* without an allocation/);
});

test('the report has each allocation once, under study ids, with the hash of its event', async () => {
  const [header, ...lines] = await report();
  expect(header).toBe('stratum,position,arm,drawn_at,study_id,audit_event_hash');
  const hashes = await api.query(
    `select hash from audit_event where type = 'allocation.drawn' order by id desc limit 4`,
  );
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
    ['high', '0', armAt(SEED, 'high', 0)],
    ['low', '0', armAt(SEED, 'low', 0)],
    ['low', '1', armAt(SEED, 'low', 1)],
    ['low', '2', armAt(SEED, 'low', 2)],
  ]);
  expect(new Set(lines.map((line) => line.split(',')[5]))).toEqual(new Set(hashes.map(({ hash }) => hash)));
  const ids = lines.map((line) => line.split(',')[4]);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^S[0-9a-f]{16}$/);
  for (const { participant } of people) expect(lines.join()).not.toContain(participant.id);
  expect(await report()).toEqual([header, ...lines]);
});

test('an allocation without a commitment is compared with the place in its audit event', async () => {
  const { allocations, ...recorded } = await findRandomisations(api.orm.em.fork());
  const recordedWith = (shift: number) =>
    allocations.map((allocation) => ({
      ...allocation,
      event: allocation.event && {
        ...allocation.event,
        seal: null,
        stratum: allocation.stratum,
        position: allocation.position + shift,
      },
    }));
  expect(findReplayMismatch({ ...recorded, allocations: recordedWith(0), eventsLeft: [] }, SEED)).toBeNull();
  expect(findReplayMismatch({ ...recorded, allocations: recordedWith(1), eventsLeft: [] }, SEED)).toMatch(
    'another allocation',
  );
});

const other = (arm: string) => (arm === 'reduction' ? 'usual-care' : 'reduction');

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'an arm that the list has not there',
    async () => {
      const [first] = await rows();
      await api.query('update allocation set arm = $2 where id = $1', [first.id, other(first.arm)]);
    },
    /place 0 of the stratum "high": the list says/,
  ],
  [
    'two participants who changed places',
    async () => {
      const [, one, two] = await rows();
      await api.query('update allocation set participant_id = null where id = $1', [one.id]);
      await api.query('update allocation set participant_id = $2, drawn_at = $3 where id = $1', [
        two.id,
        one.participant_id,
        one.drawn_at,
      ]);
      await api.query('update allocation set participant_id = $2, drawn_at = $3 where id = $1', [
        one.id,
        two.participant_id,
        two.drawn_at,
      ]);
      await api.query(
        `update participant p set randomise = a.arm = 'reduction' from allocation a where a.participant_id = p.id`,
      );
    },
    /place 0 of the stratum "low": the audit log has another allocation/,
  ],
  [
    'a place that was left out',
    async () => {
      await api.query(`update allocation set position = 7 where stratum = 'low' and position = 2`);
    },
    /place 7 of the stratum "low" was allocated, and 2 comes next/,
  ],
  [
    'an allocation without an audit event',
    async () => {
      const { id } = await api.buildParticipant({
        stage: 'plan',
        randomise: armAt(SEED, 'high', 1) === 'reduction',
      });
      await api.query(
        `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'high', 1, $2, now())`,
        [id, armAt(SEED, 'high', 1)],
      );
    },
    /place 1 of the stratum "high": the audit log has no event of it/,
  ],
  [
    'a counter that runs ahead',
    () => api.query(`update allocation_counter set taken = 9 where stratum = 'high'`),
    /the stratum "high" counts 9 places as taken and has 1 allocations/,
  ],
  [
    'a participant who is treated as of the other arm',
    () =>
      api.query('update participant set randomise = not randomise where id = $1', [
        people[3]?.participant.id,
      ]),
    /place 0 of the stratum "high": .* was allocated, and the participant is in/,
  ],
  [
    'a participant who is in another stratum by now',
    () => api.query(`update participant set stratum = 'low' where id = $1`, [people[3]?.participant.id]),
    /place 0 of the stratum "high": .* was allocated from this stratum, and the participant is in "low"/,
  ],
  [
    'a participant who is in no stratum by now',
    () => api.query('update participant set stratum = null where id = $1', [people[3]?.participant.id]),
    /place 0 of the stratum "high": .* was allocated from this stratum, and the participant is in none/,
  ],
  [
    'a group without an allocation',
    () => api.buildParticipant({ stage: 'usualCare' }),
    /1 participants have a group without an allocation/,
  ],
  [
    'another time',
    () => api.query(`update allocation set drawn_at = drawn_at + interval '1 day' where stratum = 'high'`),
    /place 0 of the stratum "high": the audit log has another time/,
  ],
])('%s is found and named', async (_, tamper, fault) => {
  await tamper();
  expect(await fresh()).toMatch(fault);
});

test('allocations do not follow the lists of another seed', async () => {
  for (let place = 3; place < 8; place++) await randomise('low');
  expect(
    findReplayMismatch(await findRandomisations(api.orm.em.fork()), 'the seed of another trial'),
  ).toMatch(/the list says|has another allocation/);
});

/** Runs a command beside the server, with the seed of the settings. */
const run = (command: string, seed = SEED) =>
  new Promise<{ code: number | string | null; out: string; err: string }>((done) => {
    execFile(
      process.execPath,
      [resolve(import.meta.dirname, '../../../cli/allocation.ts'), ...command.split(' ').filter(Boolean)],
      { env: { DATABASE_URL: api.databaseUrl, ALLOCATION_SEED: seed } },
      (error, out, err) => done({ code: error?.code ?? 0, out, err }),
    );
  });

test('the commands report and verify, and end with 1 where something does not fit', async () => {
  expect(await run('report')).toEqual({ code: 0, out: `${(await report()).join('\r\n')}\r\n`, err: '' });
  const failed = await run('verify');
  // The randomisations of earlier tests are in the log, and their participants are gone.
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.err).toMatch(
    /^The allocations do not follow the lists: the audit log has a randomisation at/,
  );
  const otherSeed = await run('verify', 'the seed of another trial, and long enough');
  expect(otherSeed).toMatchObject({ code: 1, out: '' });
  expect(otherSeed.err).toContain('ALLOCATION_SEED is not the one');
  expect((await run('')).err).toContain('npm run allocation:verify');
});
