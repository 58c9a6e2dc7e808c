import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { CONNECT_TIMEOUT_MS, type EntityManager } from '../database/orm.ts';
import { describeError } from '../errors/describe-error.ts';

/** What is done apart from a request, by name; `modules.ts` adds what the modules say. A job carries the key of a row and nothing personal. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from above, so that this layer knows no job.
export interface Jobs {}
export type JobName = keyof Jobs & string;

/** Does a job, or finds that nothing is left to do. When it rejects, the job is tried again. */
export type JobHandlers = Record<JobName, (key: string) => Promise<void>>;

export interface JobQueue {
  names: readonly JobName[];
  /** Puts a job into the queue, as part of the transaction that `em` runs. It is done at `at`, or soon after. */
  enqueue(em: EntityManager, name: JobName, key: string, at: Date): Promise<void>;
  /**
   * The same for a change that counts more than its job and must not fail or wait long with the queue: nothing is queued
   * while it is away, or does not begin within a second. Something else has to find what was left out.
   */
  tryEnqueue(em: EntityManager, name: JobName, key: string, at: Date): Promise<void>;
  /** Does the jobs that are due, now and from now on; other replicas do their share. Resolves once it has begun. */
  work(handlers: JobHandlers): Promise<void>;
  /** Stops once the jobs in hand have ended. */
  stop(): Promise<void>;
}

/**
 * Mail servers are down for minutes or for a night. A job is given up when its row is gone, which is for the clean-up
 * to say, long before these tries end.
 */
const RETRIES = { retryLimit: 1_000, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 };
/** Jobs whose worker was killed go to another one after this long; those it takes at once need less by themselves. */
const EXPIRES_S = 300;
/** The row lies beside for months at most; a finished job says nothing after a day. */
const RETENTION = { retentionSeconds: 30 * 86_400, deleteAfterSeconds: 86_400 };
/** New jobs announce themselves; those that are due later or again wait for the next look. */
const LOOK_EVERY_S = 10;
export const NIGHTLY = 'nightly';
/** By cron. */
const NIGHTLY_AT = '15 3 * * *';
const BEGIN_AGAIN_MS = 30_000;
/** A process that has just started takes requests before its queue has begun. */
const BEGIN_TIMEOUT_MS = 1_000;

interface JobQueueSettings {
  databaseUrl: string;
  /** Every name that is enqueued. */
  names: readonly JobName[];
  log: Logger;
  /** What one replica does each night, and again every quarter of an hour, ten times at most, where it rejects. */
  nightly?: { timeZone: string; run: () => Promise<void> };
  /** Tests bring one that they move. */
  clock?: Clock;
}

/** Jobs in PostgreSQL, by pg-boss in a schema of its own. It is loaded and started when it is first needed. */
export function createJobQueue({ databaseUrl, names, log, nightly, clock }: JobQueueSettings): JobQueue {
  let started: Promise<PgBoss> | undefined;
  let hasBegun = false;
  let stopped = false;
  let beginAgain: NodeJS.Timeout | undefined;

  const start = async (): Promise<PgBoss> => {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      connectionString: databaseUrl,
      max: 3,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // Only the owner of the database may make a schema; a migration has.
      createSchema: false,
      schedule: nightly !== undefined,
      useListenNotify: true,
      ...(clock && { clock }),
    });
    boss.on('error', (error) => log.warn(describeError(error), 'the job queue had a fault'));
    await boss.start();
    for (const name of names) await boss.createQueue(name, { notify: true });
    hasBegun = true;
    return boss;
  };
  const begun = (): Promise<PgBoss> => {
    started ??= start().catch((error) => {
      started = undefined;
      throw error;
    });
    return started;
  };
  const beginsSoon = (): Promise<boolean> =>
    Promise.race([
      begun().then(
        () => true,
        () => false,
      ),
      wait(BEGIN_TIMEOUT_MS, false, { ref: false }),
    ]);

  return {
    names,
    async enqueue(em, name, key, at) {
      const boss = await begun();
      const { fromKysely } = await import('pg-boss');
      await boss.send(
        name,
        { key },
        {
          ...RETRIES,
          ...RETENTION,
          expireInSeconds: EXPIRES_S,
          startAfter: at,
          db: fromKysely(em.getKysely()),
        },
      );
    },

    async tryEnqueue(em, name, key, at) {
      if (!hasBegun && !(await beginsSoon())) return;
      try {
        // A savepoint, so that what the queue's statement breaks is not the caller's transaction.
        await em.transactional((tx) => this.enqueue(tx, name, key, at));
      } catch (error) {
        log.warn(describeError(error), 'a job was not queued');
      }
    },

    async work(handlers) {
      try {
        const boss = await begun();
        for (const name of names) {
          // Several at a time: those that are announced while others are done are not announced again.
          const options = {
            pollingIntervalSeconds: LOOK_EVERY_S,
            batchSize: 5,
            burstWhenBatchFull: true,
            perJobResults: true,
          } as const;
          await boss.work<{ key: string }, void, typeof options>(name, options, async (jobs) => {
            const results: JobResult[] = [];
            for (const { id, data } of jobs) results.push({ id, status: await doJob(name, data.key) });
            return results;
          });
        }
        if (nightly) await workNightly(boss, nightly);
      } catch (error) {
        if (stopped) return;
        log.warn(describeError(error), 'the job queue did not start');
        beginAgain = setTimeout(() => this.work(handlers), BEGIN_AGAIN_MS).unref();
      }

      async function workNightly(
        boss: PgBoss,
        { timeZone: tz, run }: NonNullable<JobQueueSettings['nightly']>,
      ): Promise<void> {
        const retries = { retryLimit: 10, retryDelay: 900, ...RETENTION };
        await boss.createQueue(NIGHTLY);
        await boss.schedule(NIGHTLY, NIGHTLY_AT, null, { tz, ...retries, expireInSeconds: 3_600 });
        await boss.work<null, void, { pollingIntervalSeconds: number }>(
          NIGHTLY,
          { pollingIntervalSeconds: LOOK_EVERY_S },
          async () => {
            try {
              await run();
            } catch (error) {
              log.warn({ job: NIGHTLY, ...describeError(error) }, 'a job failed and is tried again');
              // The queue stores no reason of a failure.
              throw new Error('It failed.');
            }
          },
        );
      }

      /** The queue stores no reason of a failure, which may quote an address. */
      async function doJob(name: JobName, key: string): Promise<'completed' | 'failed'> {
        try {
          await handlers[name](key);
          return 'completed';
        } catch (error) {
          log.warn({ job: name, ...describeError(error) }, 'a job failed and is tried again');
          return 'failed';
        }
      }
    },

    async stop() {
      stopped = true;
      clearTimeout(beginAgain);
      const boss = await started?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
