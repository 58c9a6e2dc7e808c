import { expect, test } from '@jest/globals';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { verifyAuditLog } from './domain/data/audit-log/verify-audit-log.ts';
import { createTestApi } from './testing/create-test-api.ts';
import { runHostileRequests } from './testing/hostile/run-hostile-requests.ts';
import { buildRelease, putLive, putLiveRelease } from './testing/releases.ts';
import { validBodies } from './testing/valid-bodies.ts';

const { HOSTILE_REQUESTS = '1500', HOSTILE_SEED = '1' } = process.env;
const count = Number(HOSTILE_REQUESTS);
const seed = Number(HOSTILE_SEED);
/** A time-out for a request that hangs, far beyond what a busy machine needs. */
const TIMEOUT_MS = 60_000 + 200 * count;

const errors: string[] = [];
const api = await createTestApi({
  // So that requests can name the network they come from.
  config: { trustedProxies: 1 },
  log: (line) => {
    if (JSON.parse(line).level >= 50) errors.push(line);
  },
});
await putLiveRelease(api);
await putLive(api, buildRelease(SHELL, '1.0.0'));
// Without a password, since all participants of tests have the same one.
const { id } = await api.buildParticipant({ passwordHash: null });
const bystander = { id, bodies: await validBodies(api, id) };

/** All rows that name the participant, in every table. */
async function rowsOf(id: string): Promise<string> {
  const tables = await api.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'participant_id' order by 1`,
  );
  const rows = [await api.query('select row_to_json(t) as row from participant t where id = $1', [id])];
  for (const { name } of tables)
    rows.push(
      await api.query(
        `select row_to_json(t) as row from "${name}" t where participant_id = $1 order by t::text`,
        [id],
      ),
    );
  return JSON.stringify(rows);
}

test(
  `${count} hostile requests of seed ${seed} leave the server, other people’s data and the audit log whole`,
  async () => {
    const before = await rowsOf(id);
    const { statuses, faults } = await runHostileRequests(api, { seed, count, bystander });
    const byStatus = [...statuses].sort(([a], [b]) => Number(a) - Number(b));
    const answers = byStatus.map(([status, times]) => `${status ?? 'cut off'}: ${times}`).join(', ');
    if (process.env.HOSTILE_REQUESTS) process.stdout.write(`Seed ${seed}, ${count} requests. ${answers}.\n`);

    // What the log says of a fault of the server comes first.
    expect(errors.slice(0, 5)).toEqual([]);
    expect(faults.slice(0, 20)).toEqual([]);
    // A run that got no further than the log-in would show fewer.
    if (count >= 1_000)
      for (const status of [200, 204, 303, 400, 401, 403, 404, 409, 413, 415, 422])
        expect([...statuses.keys()]).toContain(status);
    expect(await rowsOf(id)).toBe(before);
    expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ fault: null });
  },
  TIMEOUT_MS,
);
