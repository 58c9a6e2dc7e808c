import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { PgBoss, TestClock } from 'pg-boss';
import { createTestApi } from '../../testing/create-test-api.ts';
import { countJobs } from './count-jobs.ts';
import { createJobQueue, type JobHandlers, NIGHTLY } from './job-queue.ts';

const api = await createTestApi();
/** Noon in Melbourne, far from the night. */
const clock = new TestClock('2026-03-10T01:00:00Z');
const LOOK_MS = 10_000;
const runs = new EventEmitter();
let isFailing = false;
const queue = createJobQueue({
  names: api.jobs.names,
  databaseUrl: api.databaseUrl,
  log: api.log,
  clock,
  nightly: {
    timeZone: 'Australia/Melbourne',
    async run() {
      runs.emit('run');
      if (isFailing) throw new Error('In use: participant.');
    },
  },
});

/** Waits until the newest nightly job has the state. */
async function untilState(state: string): Promise<Record<string, unknown>> {
  for (;;) {
    const [job] = await api.query(
      `select state, retry_count, retry_limit, output from pgboss.job where name = 'nightly' order by created_on desc limit 1`,
    );
    if (job?.state === state) return job;
    await clock.tick(LOOK_MS);
    await setImmediate();
  }
}

test('the nightly job is scheduled in the trial’s time zone, done, and tried again where it fails', async () => {
  await queue.work({} as JobHandlers);
  expect(await api.query('select name, cron, timezone from pgboss.schedule')).toEqual([
    { name: 'nightly', cron: '15 3 * * *', timezone: 'Australia/Melbourne' },
  ]);
  const boss = new PgBoss({ connectionString: api.databaseUrl, createSchema: false, schedule: false, clock });
  await boss.start();
  try {
    const [{ options }] = await api.query('select options from pgboss.schedule');
    const done = once(runs, 'run');
    await boss.send('nightly', null, options);
    await untilState('completed');
    await done;

    isFailing = true;
    await boss.send('nightly', null, options);
    const job = await untilState('retry');
    expect(job.retry_limit).toBe(10);
    expect(JSON.stringify(job.output)).not.toContain('participant');

    // After the last try it is seen for a day.
    await api.queryAsOwner(`update pgboss.job set retry_count = retry_limit where state = 'retry'`);
    await untilState('failed');
    const { byState } = await countJobs(api.orm.em.fork(), [NIGHTLY], new Date(clock.now()));
    expect(byState).toContainEqual({ name: NIGHTLY, state: 'failed', count: 1 });
    expect(await api.query(`select deletion_seconds from pgboss.job where state = 'failed'`)).toEqual([
      { deletion_seconds: 86_400 },
    ]);
  } finally {
    await boss.stop();
    await queue.stop();
  }
});
