import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../api/src/platform/database/embedded-postgres.ts';
import { acceptInstants } from '../../../api/src/testing/accept-instants.ts';
import type { Workplace } from '../../../api/src/testing/faults/workplace.ts';

/** Nothing is lost by it where only processes are killed. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_wal_size=256MB'];
const TRY_AGAIN_MS = 20;
/** Ten minutes, for a machine that is busy with other work. */
const TRIES = 30_000;
const NO_NOTICE = '00000000-0000-4000-8000-000000000000';
/** As pg-boss names the channel of its schema. */
const QUEUE_CHANNEL = `'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`;

/**
 * The job queue reads one clock, the database's. `job_now()` is its own function for it, which tests replace; like the
 * server's, it goes on from where it was moved to.
 */
const MOVE_QUEUE_CLOCK = `
  create table if not exists pgboss.rehearsal_clock (now timestamptz not null, moved_at timestamptz not null);
  grant select on pgboss.rehearsal_clock to public;
  create or replace function pgboss.job_now() returns timestamptz language sql stable as
    $$ select coalesce((select now + (pg_catalog.now() - moved_at) from pgboss.rehearsal_clock), pg_catalog.now()) $$`;

export type Database = Awaited<ReturnType<typeof startDatabase>>;

function throwOn(error: unknown): never {
  throw error;
}

/** A real PostgreSQL that is started again where it is killed, with the clock of its job queue moved by hand. */
export async function startDatabase({ dataDir }: Pick<Workplace, 'dataDir'>) {
  const folder = join(dataDir, 'postgres');
  const server = await startEmbeddedPostgres(folder, 'the password of a rehearsal', {
    settings: SETTINGS,
    api: { onRestart: () => {}, onFailure: throwOn },
  });
  let client: pg.Client | undefined;

  let last: Promise<unknown> = Promise.resolve();

  /** Runs as the owner, one statement at a time, on a new connection where the one before was cut. */
  function query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    const asked = last.then(() => ask<T>(sql, values));
    last = asked.catch(() => {});
    return asked;
  }

  async function ask<T extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<T[]> {
    if (!client) {
      const opened = new pg.Client(server.ownerUrl);
      const lose = () => {
        if (client === opened) client = undefined;
      };
      opened.on('error', lose).on('end', lose);
      await opened.connect();
      client = opened;
    }
    return (await client.query<T>(sql, values)).rows;
  }

  const pid = (): number =>
    Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);

  return {
    pid,
    url: server.url,
    ownerUrl: server.ownerUrl,
    query,
    /** Once the server's queue is there. */
    async moveQueueClock(): Promise<void> {
      const ready = `select 1 from pgboss.queue where name = 'send-warning-notice'`;
      while ((await query(ready).catch(() => [])).length === 0) await wait(TRY_AGAIN_MS);
      await query(MOVE_QUEUE_CLOCK);
      await query(acceptInstants('greatest(given, last)'));
    },
    async setTime(instant: number): Promise<void> {
      await query(
        `with moved as (update pgboss.rehearsal_clock set now = $1, moved_at = pg_catalog.now() returning 1)
         insert into pgboss.rehearsal_clock select $1, pg_catalog.now() where not exists (select from moved)`,
        [new Date(instant)],
      );
    },
    /** A server that has just started leaves notices out until its queue works: waits until it has done a job that finds nothing to do. */
    async untilQueueWorks(): Promise<void> {
      await query(
        `insert into pgboss.job (name, data, start_after, created_on, keep_until)
         values ('send-email-change-notice', $1, pgboss.job_now(), pgboss.job_now(), pgboss.job_now() + interval '1 day')`,
        [{ key: NO_NOTICE }],
      );
      await this.untilJobsTried();
    },
    /** Wakes the queue for what is due, and waits until each such job was tried. */
    async untilJobsTried(): Promise<void> {
      for (let tries = 0; ; tries++) {
        const jobs = await query<{ name: string; state: string }>(
          `select name, state from pgboss.job
           where name like 'send-%' and (state = 'active' or (state in ('created', 'retry') and start_after <= pgboss.job_now()))`,
        );
        if (jobs.length === 0) return;
        if (tries > TRIES) throw new Error(`Jobs that are due are not done: ${JSON.stringify(jobs)}.`);
        // A notice of the queue itself may have come before it listened.
        if (tries % 25 === 1)
          for (const { name } of jobs) await query(`select pg_notify(${QUEUE_CHANNEL}, $1)`, [name]);
        await wait(TRY_AGAIN_MS);
      }
    },
    /** As a power cut would. Resolves once it answers again. */
    async kill(): Promise<void> {
      process.kill(pid(), 'SIGKILL');
      for (;;) {
        await wait(TRY_AGAIN_MS * 5);
        try {
          await query('select 1');
          return;
        } catch {
          client = undefined;
        }
      }
    },
    async stop(): Promise<void> {
      await client?.end();
      await server.stop();
    },
  };
}
