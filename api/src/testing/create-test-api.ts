import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import pg from 'pg';
import type { Clock } from 'pg-boss';
import { pino } from 'pino';
import { createApi } from '../create-api.ts';
import { type Content, loadContent } from '../domain/core/content/load-content.ts';
import { jobNames } from '../domain/core/mail/module-jobs.ts';
import { systemOperation } from '../domain/core/operation/operation.ts';
import { entities, modules } from '../modules.ts';
import { type RendererUrls, rendererClient } from '../participant-api/document/renderer-client.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { cleanUp } from '../platform/database/clean-up.ts';
import { watchSecondConnections } from '../platform/database/one-connection.ts';
import { openOrm } from '../platform/database/orm.ts';
import { shareConnections } from '../platform/database/share-connections.ts';
import type { DatabaseWatch } from '../platform/database/watch-database.ts';
import { KEEP_ALIVE } from '../platform/http/keep-alive.ts';
import { createRateLimits } from '../platform/http/rate-limits.ts';
import { createJobQueue } from '../platform/jobs/job-queue.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { openRegistryReader } from '../release-api/registry-reader.ts';
import { releaseCache } from '../release-api/release-cache.ts';
import type { Services } from '../request/services.ts';
import { buildParticipant, PASSWORD, type ParticipantOverrides } from './build-participant.ts';
import { createVisitor } from './create-visitor.ts';

export const TEST_SECRET = 'a secret of the tests, of enough characters';

let content: Content | undefined;

export interface TestApiOptions {
  config?: Partial<Config>;
  content?: (content: Content) => Content;
  /** Where the log goes; nowhere otherwise. */
  log?: (line: string) => void;
  allocationSeed?: string;
  /** The one that signs, and those that are accepted beside it. */
  sessionSecrets?: readonly string[];
  /** A database other than a fresh one, such as one that does not answer. */
  databaseUrl?: string;
  /** Looks whether the database hangs; nothing does otherwise. */
  watch?: DatabaseWatch;
  /** Where pages are rendered; nowhere otherwise. */
  renderer?: RendererUrls;
  /** Connections of the ORM's pool, where several transactions of the test wait for each other; else TEST_CONNECTIONS, or ten. */
  connections?: number;
  /** Moves the job queue’s time. */
  jobClock?: Clock;
  /** The address that requests come from; the machine's own otherwise. */
  remoteAddress?: string;
}

/** The tables named, and those whose foreign keys lead to one of them. */
const REFERENCING_TABLES = `
  with recursive referencing (id) as (
    select name::regclass::oid from unnest($1::text[]) as name
    union select conrelid from pg_constraint join referencing on confrelid = id where contype = 'f'
  ) select id::regclass::text as name from referencing`;

/** Removing a database makes PostgreSQL write everything to disk first. */
const CLOSE_TIMEOUT_MS = 60_000;

/** For a connection: on a busy machine hundreds of requests at once take longer with one connection than a person waits. */
const CONNECTION_TIMEOUT_MS = 60_000;

/**
 * The whole API on a free port, over a database of its own, with a clock that stands until a test moves it. Call it at
 * the top of a test file; it is closed when the file's tests are over.
 */
export async function createTestApi(options: TestApiOptions = {}) {
  const opened: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of opened.reverse()) await close();
  }, CLOSE_TIMEOUT_MS);
  const database = await createDatabase();
  opened.push(database.drop);
  const databaseUrl = options.databaseUrl ?? database.url;
  const metrics = createMetrics();
  const orm = await openOrm(databaseUrl, entities, (pool) => {
    metrics.watchPool('orm', pool);
    options.watch?.add(pool);
    pool.options.max = options.connections ?? Number(process.env.TEST_CONNECTIONS ?? 10);
    if (!options.watch) pool.options.connectionTimeoutMillis = CONNECTION_TIMEOUT_MS;
    watchSecondConnections(pool, (error) => {
      throw error;
    });
    shareConnections(pool, CONNECTION_TIMEOUT_MS);
  });
  opened.push(() => orm.close());
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  options.watch?.add(pool);
  pool.on('error', () => {});
  opened.push(() => pool.end());
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1, idleTimeoutMillis: 0 });
  owner.on('error', () => {});
  opened.push(() => owner.end());
  content ??= loadContent(readConfig({}).contentDir);
  const used = options.content?.(content) ?? content;
  const clock = createClock();
  const { log } = options;
  const logger = log ? pino({ level: 'info' }, { write: log }) : pino({ level: 'silent' });
  const jobs = createJobQueue({
    databaseUrl,
    names: jobNames(modules),
    log: logger,
    ...(options.jobClock && { clock: options.jobClock }),
  });
  opened.push(jobs.stop);
  const stopping = new AbortController();
  const registry = openRegistryReader({
    databaseUrl,
    em: () => orm.em.fork(),
    log: logger,
    onRead: (isReadable) => metrics.registryReadable.set(Number(isReadable)),
  });
  opened.push(registry.close);
  const releaseCacheDir = mkdtempSync(join(tmpdir(), 'stepwise-releases-'));
  opened.push(async () => rmSync(releaseCacheDir, { recursive: true }));
  const findRelease = releaseCache(releaseCacheDir, () => orm.em.fork());
  const mailing = Promise.withResolvers<Awaited<Services['mailing']>>();
  const app = createApi({
    // No page is late on a machine that is busy with more than the tests.
    config: { ...readConfig({}), documentAnswersMs: 60_000, ...options.config },
    content: used,
    orm,
    log: logger,
    now: clock.now,
    rateLimits: createRateLimits({ pool, secret: TEST_SECRET, now: clock.now }),
    sessionSecret: options.sessionSecrets?.[0] ?? TEST_SECRET,
    earlierSecrets: options.sessionSecrets?.slice(1) ?? [],
    allocationSeed: options.allocationSeed ?? TEST_SECRET,
    jobs,
    mailing: mailing.promise,
    metrics,
    readRegistry: registry.read,
    registryRevision: registry.revision,
    findRelease,
    renderer: options.renderer ? rendererClient(options.renderer, findRelease) : null,
    isDatabaseHanging: options.watch?.isHanging ?? (() => false),
    stopping: stopping.signal,
  });
  const server = createServer(KEEP_ALIVE, app.callback());
  const { remoteAddress } = options;
  if (remoteAddress)
    server.on('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress }),
    );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const stranger = () => createVisitor(origin);
  const visit = async () => {
    const visitor = stranger();
    await visitor.send(surveyData, undefined);
    return visitor;
  };
  const build = (overrides: ParticipantOverrides = {}) => buildParticipant(orm, used, clock.now(), overrides);
  return {
    origin,
    orm,
    pool,
    content: used,
    clock,
    jobs,
    /** What sends the messages that no job sends. */
    sendWith: mailing.resolve,
    log: logger,
    databaseUrl,
    metrics,
    registry,
    stopping,
    /** A visitor who has opened the first page and so has a session. */
    visit,
    /** A browser that has never been here. */
    stranger,
    buildParticipant: build,
    /** An operation of the operator, as of the command line and of jobs. */
    operation: () => systemOperation({ db: orm.em.fork(), now: clock.now(), content: used, jobs, modules }),
    /** What the server does each hour, or as it would at an instant. */
    cleanUp: (at = clock.now()) => cleanUp(orm, modules, at),
    /** A participant at the stage asked for, with a browser that is logged in. */
    async logIn(overrides: ParticipantOverrides = {}) {
      const participant = await build(overrides);
      const visitor = await visit();
      await visitor.send(loginUser, { username: participant.email ?? '', password: PASSWORD });
      return Object.assign(visitor, { participant });
    },
    /** Waits until the given number of requests wait for locks that the test holds. */
    async untilBlocked(requests = 1): Promise<void> {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while (((await pool.query(waiting)).rowCount ?? 0) < requests) await setImmediate();
    },
    /** The rows of a statement, straight from the database, as the application's role. */
    // biome-ignore lint/suspicious/noExplicitAny: the shape of a row is for the test to say
    query: async (sql: string, parameters: unknown[] = []): Promise<any[]> =>
      (await pool.query(sql, parameters)).rows,
    /** The same, as the role that owns the tables, for what the application may not do. */
    // biome-ignore lint/suspicious/noExplicitAny: the shape of a row is for the test to say
    queryAsOwner: async (sql: string, parameters: unknown[] = []): Promise<any[]> =>
      (await owner.query(sql, parameters)).rows,
    ownerUrl: database.ownerUrl,
    /** Deletes all rows of participants, of further tables and of those that reference them: a quarter of the time of `truncate`. */
    async removeParticipants(...tables: string[]): Promise<void> {
      const { rows } = await owner.query(REFERENCING_TABLES, [['participant', ...tables]]);
      const removals = rows.map(({ name }) => `delete from ${name}`);
      // Without triggers and foreign keys.
      await owner.query(`begin; set local session_replication_role = replica; ${removals.join(';')}; commit`);
    },
    /** What the audit log has of somebody, in order: the events whose type begins so. */
    eventsOf: async (
      subject: string,
      type: string,
    ): Promise<{ type: string; before: object; after: object }[]> =>
      (
        await pool.query(
          `select type, before, after from audit_event left join audit_values on event_id = id
           where subject = $1 and starts_with(type, $2) order by id`,
          [subject, type],
        )
      ).rows,
  };
}
export type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** Noon in Melbourne, on an ordinary Tuesday. */
function createClock() {
  let time = Date.parse('2026-03-10T01:00:00Z');
  return {
    now: () => new Date(time),
    set(instant: string): void {
      time = Date.parse(instant);
    },
    advance(ms: number): void {
      time += ms;
    },
  };
}

async function createDatabase() {
  const { TEST_DATABASE_URL: server = '', TEST_DATABASE_OWNER_URL: ownersServer = '' } = process.env;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const beside = ownersServer.replace(/\/stepwise$/, '/postgres');
  // From the database beside the template, which may have no connection while it is copied.
  await run(beside, `create database ${name} template stepwise strategy file_copy`);
  const nameIn = (url: string) => url.replace(/\/stepwise$/, `/${name}`);
  return {
    url: nameIn(server),
    ownerUrl: nameIn(ownersServer),
    drop: () => run(beside, `drop database ${name} with (force)`),
  };
}

/** Whether the process waits for it is left out of its types. */
type KeptClient = pg.Client & { ref(): void; unref(): void };

/** For all files of a process, as a log-in costs PostgreSQL more than to copy the template. */
let connected: Promise<KeptClient> | undefined;
let running = 0;

async function run(url: string, sql: string): Promise<void> {
  connected ??= connect(url);
  const client = await connected;
  running += 1;
  client.ref();
  try {
    await client.query(sql);
  } finally {
    running -= 1;
    // The process ends when nothing else is left to do.
    if (running === 0) client.unref();
  }
}

async function connect(url: string): Promise<KeptClient> {
  const client = new pg.Client(url) as KeptClient;
  // The server is stopped before the process has ended.
  client.on('error', () => {});
  await client.connect();
  return client;
}
