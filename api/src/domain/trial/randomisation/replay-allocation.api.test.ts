import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { saveHomestep, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { runAllocationCommand } from '../../../cli/allocation-commands.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { demonstrationParticipants } from '../../people/participants/demonstration-accounts.ts';
import { findRandomisations } from './find-randomisations.ts';
import { armAt } from './permuted-blocks.ts';
import { findReplayMismatch } from './replay-allocation.ts';
import { reportRandomisations } from './report-randomisations.ts';

const SEED = 'the seed that only the statistician knows';
const api = await createTestApi({ allocationSeed: SEED });

async function randomise(stratum: string) {
  const visitor = await api.logIn({ stage: 'questionnaire', stratum });
  api.clock.advance(1000);
  await visitor.send(saveHomestep, { homestep: 3 });
  return visitor;
}

const people = [
  await randomise('low'),
  await randomise('low'),
  await randomise('low'),
  await randomise('high'),
] as const;
const HIGH = people[3].participant.id;

const verify = async (em = api.orm.em.fork()) => findReplayMismatch(await findRandomisations(em), SEED);
const report = async () => (await reportRandomisations(api.orm.em.fork())).split('\r\n').slice(0, -1);

type Execute = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What the check finds in a transaction that changed something, and is undone. */
async function verifyAfter(change: (execute: Execute) => Promise<unknown>) {
  const em = api.orm.em.fork();
  await em.begin();
  try {
    await change((sql, parameters) => em.execute(sql, parameters));
    return await verify(em);
  } finally {
    await em.rollback();
  }
}

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

test('who waits for a randomisation needs no allocation, nor does a demonstration’s account', async () => {
  const [demonstration] = demonstrationParticipants.filter(({ email }) => email.startsWith('plan@'));
  await api.buildParticipant({ stage: 'usualCare', awaitsRandomisation: 'team' });
  await api.buildParticipant({ stage: 'plan', email: demonstration?.email ?? '' });
  expect((await findRandomisations(api.orm.em.fork())).withoutAllocation).toBe(0);
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
  expect(findReplayMismatch({ ...recorded, allocations: recordedWith(0) }, SEED)).toBeNull();
  expect(findReplayMismatch({ ...recorded, allocations: recordedWith(1) }, SEED)).toMatch(
    'another allocation',
  );
});

/** Someone of the group at place 1 of the stratum "high", whom nothing randomised. */
const INSERT_PERSON = `insert into participant (id, first_name, created_at, home_step, stratum, randomise)
  values (gen_random_uuid(), '', now(), 3, 'high', ?) returning id`;

test.each<[string, (execute: Execute) => Promise<unknown>, RegExp]>([
  [
    'an arm that the list has not there',
    (execute) =>
      execute(
        `update allocation set arm = case arm when 'reduction' then 'usual-care' else 'reduction' end
         where stratum = 'high'`,
      ),
    /place 0 of the stratum "high": the list says/,
  ],
  [
    'two participants who changed places',
    async (execute) => {
      const [one, two] = await execute(
        `select id, participant_id, drawn_at from allocation where stratum = 'low' order by position`,
      );
      const move = 'update allocation set participant_id = ?, drawn_at = ? where id = ?';
      await execute('update allocation set participant_id = null where id = ?', [one?.id]);
      await execute(move, [one?.participant_id, one?.drawn_at, two?.id]);
      await execute(move, [two?.participant_id, two?.drawn_at, one?.id]);
      await execute(
        `update participant p set randomise = a.arm = 'reduction' from allocation a where a.participant_id = p.id`,
      );
    },
    /place 0 of the stratum "low": the audit log has another allocation/,
  ],
  [
    'a place that was left out',
    (execute) => execute(`update allocation set position = 7 where stratum = 'low' and position = 2`),
    /place 7 of the stratum "low" was allocated, and 2 comes next/,
  ],
  [
    'an allocation without an audit event',
    (execute) =>
      execute(
        `with person as (${INSERT_PERSON})
         insert into allocation (participant_id, stratum, position, arm, drawn_at)
         select id, 'high', 1, ?, now() from person`,
        [armAt(SEED, 'high', 1) === 'reduction', armAt(SEED, 'high', 1)],
      ),
    /place 1 of the stratum "high": the audit log has no event of it/,
  ],
  [
    'a counter that runs ahead',
    (execute) => execute(`update allocation_counter set taken = 9 where stratum = 'high'`),
    /the stratum "high" counts 9 places as taken and has 1 allocations/,
  ],
  [
    'a participant who is treated as of the other arm',
    (execute) => execute('update participant set randomise = not randomise where id = ?', [HIGH]),
    /place 0 of the stratum "high": .* was allocated, and the participant is in/,
  ],
  [
    'a participant who is in another stratum by now',
    (execute) => execute(`update participant set stratum = 'low' where id = ?`, [HIGH]),
    /place 0 of the stratum "high": .* was allocated from this stratum, and the participant is in "low"/,
  ],
  [
    'a participant who is in no stratum by now',
    (execute) => execute('update participant set stratum = null where id = ?', [HIGH]),
    /place 0 of the stratum "high": .* was allocated from this stratum, and the participant is in none/,
  ],
  [
    'a group without an allocation',
    (execute) => execute(INSERT_PERSON, [false]),
    /1 participants have a group without an allocation/,
  ],
  [
    'another time',
    (execute) =>
      execute(`update allocation set drawn_at = drawn_at + interval '1 day' where stratum = 'high'`),
    /place 0 of the stratum "high": the audit log has another time/,
  ],
])('%s is found and named', async (_, change, fault) => {
  expect(await verify()).toBeNull();
  expect(await verifyAfter(change)).toMatch(fault);
});

test('allocations that follow the lists verify, also after a deletion and an anonymisation', async () => {
  expect(await verify()).toBeNull();
  await people[0].send(saveUserDataConsent, { value: 'delete' });
  await people[1].send(saveUserDataConsent, { value: 'anonymous' });
  expect(await verify()).toBeNull();
  const late = `update allocation set drawn_at = drawn_at + interval '1 day'
    where participant_id not in (select subject::uuid from audit_event where type = 'allocation.drawn')`;
  expect(await verifyAfter((execute) => execute(late))).toMatch(/the audit log has no event of it/);
  expect(await report()).toHaveLength(5);
});

test('an audit event without its allocation is found', async () => {
  for (const table of ['allocation', 'allocation_counter', 'participant'])
    await api.queryAsOwner(`delete from ${table} where stratum = 'high'`);
  expect(await verify()).toMatch(/the audit log has a randomisation at .* without an allocation/);
});

test('allocations do not follow the lists of another seed', async () => {
  for (let place = 3; place < 8; place++) await randomise('low');
  expect(
    findReplayMismatch(await findRandomisations(api.orm.em.fork()), 'the seed of another trial'),
  ).toMatch(/the list says|has another allocation/);
});

const settings = (seed = SEED) => ({ DATABASE_URL: api.databaseUrl, ALLOCATION_SEED: seed });

/** Runs a command beside the server, with the seed of the settings. */
const run = (command: string) =>
  new Promise<{ code: number | string | null; out: string; err: string }>((done) => {
    execFile(
      process.execPath,
      [resolve(import.meta.dirname, '../../../cli/allocation.ts'), command],
      { env: settings() },
      (error, out, err) => done({ code: error?.code ?? 0, out, err }),
    );
  });

test('the commands report and verify, and end with 1 where something does not fit', async () => {
  expect(await run('report')).toEqual({ code: 0, out: `${(await report()).join('\r\n')}\r\n`, err: '' });
  const failed = await run('verify');
  // The one without its allocation.
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.err).toMatch(
    /^The allocations do not follow the lists: the audit log has a randomisation at/,
  );
  await expect(
    runAllocationCommand(['verify'], settings('the seed of another trial, and long enough')),
  ).rejects.toThrow('ALLOCATION_SEED is not the one');
  await expect(runAllocationCommand([], settings())).rejects.toThrow('npm run allocation:verify');
});
