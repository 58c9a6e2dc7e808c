import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const PASSWORD = 'only-for-this-test';
const folder = mkdtempSync(join(tmpdir(), 'stepwise-embedded-'));
const pidFile = join(folder, 'cluster', 'postmaster.pid');
const pidOf = (): number => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
const start = () => startEmbeddedPostgres(folder, PASSWORD);
const KEPT = `select note from kept where note = 'acknowledged'`;
const ACKNOWLEDGED = [{ note: 'acknowledged' }];

beforeAll(async () => {
  const database = await start();
  await query(database.ownerUrl, `create table kept as select 'acknowledged' as note`);
  await database.stop();
});

afterAll(async () => {
  await (await start()).stop();
  rmSync(folder, { recursive: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the same database, as `npm start` does, and stays. */
async function startElsewhere(): Promise<ChildProcess> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
    await startEmbeddedPostgres(${JSON.stringify(folder)}, ${JSON.stringify(PASSWORD)});
    process.stdout.write('started');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`It ended with ${code} before it had started.`);
  });
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

test('stopping ends the server’s process, and a second time does nothing', async () => {
  const database = await start();
  expect(database.tookOver).toBe(false);
  expect(await query(database.ownerUrl, KEPT)).toEqual(ACKNOWLEDGED);
  const pid = pidOf();
  await database.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await database.stop();
});

test('a server that a killed process left behind is taken over, with what it holds, and can be stopped', async () => {
  await kill(await startElsewhere());
  const pid = pidOf();
  process.kill(pid, 0);
  const database = await start();
  expect(database.tookOver).toBe(true);
  expect(pidOf()).toBe(pid);
  expect(await query(database.ownerUrl, KEPT)).toEqual(ACKNOWLEDGED);
  await database.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('when server and process are killed together, the next start recovers what was acknowledged', async () => {
  const child = await startElsewhere();
  const database = await start();
  await query(database.ownerUrl, `insert into kept values ('just before')`);
  process.kill(pidOf(), 'SIGKILL');
  await kill(child);
  const again = await start();
  expect(again.tookOver).toBe(false);
  const notes = await query(again.ownerUrl, 'select note from kept order by 1');
  expect(notes).toEqual([...ACKNOWLEDGED, { note: 'just before' }]);
  await again.stop();
});

test('a server killed at work holds its data for a moment, and the next start waits for that', async () => {
  const database = await start();
  const client = new pg.Client(database.url);
  client.on('error', () => {});
  await client.connect();
  const atWork = once(client, 'notice');
  const work = client
    .query(`do $$ begin raise notice 'at work'; perform count(*) from generate_series(1, 3000000); end $$`)
    .catch(() => {});
  await atWork;
  process.kill(pidOf(), 'SIGKILL');
  const again = await start();
  expect(again.tookOver).toBe(false);
  expect(await query(again.ownerUrl, KEPT)).toEqual(ACKNOWLEDGED);
  await work;
  await again.stop();
  // What the killed server did goes on as long as a busy machine takes.
});

test('a file that names another program’s process, as after a crash of the machine, does not keep it from starting', async () => {
  await (await start()).stop();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const lines = [other.pid, join(folder, 'cluster'), 1_700_000_000, 1, '', '127.0.0.1', '', 'ready'];
  writeFileSync(pidFile, `${lines.join('\n')}\n`);
  const database = await start();
  expect(database.tookOver).toBe(false);
  expect(await query(database.ownerUrl, KEPT)).toEqual(ACKNOWLEDGED);
  await database.stop();
  expect(other.exitCode).toBeNull();
  await kill(other);
});

test('a second API on the same folder is rejected with a message, and the first is undisturbed', async () => {
  const api = { onRestart() {}, onFailure() {} };
  const first = await startEmbeddedPostgres(folder, PASSWORD, { api });
  await expect(startEmbeddedPostgres(folder, PASSWORD, { api })).rejects.toThrow(
    `Another Stepwise runs on the data in ${folder}; stop it, or set DATA_DIR to another folder.`,
  );
  const command = await start();
  await command.stop();
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const pid = pidOf();
  await first.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('the last of several users stops the server', async () => {
  const api = { onRestart() {}, onFailure() {} };
  const command = await start();
  const server = await startEmbeddedPostgres(folder, PASSWORD, { api });
  expect(server.tookOver).toBe(true);
  await command.stop();
  await command.stop();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(existsSync(pidFile)).toBe(false);
});

test('a server that is killed under the API is started again at its address, each time', async () => {
  let restarted = Promise.withResolvers<void>();
  const api = {
    onRestart: () => restarted.resolve(),
    onFailure: (error: unknown) => restarted.reject(error),
  };
  const database = await startEmbeddedPostgres(folder, PASSWORD, { api });
  for (const _turn of [1, 2]) {
    const pid = pidOf();
    process.kill(pid, 'SIGKILL');
    await restarted.promise;
    restarted = Promise.withResolvers<void>();
    expect(pidOf()).not.toBe(pid);
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
  await expect(startEmbeddedPostgres(folder, PASSWORD, { api })).rejects.toThrow('Another Stepwise runs');
  await database.stop();
  expect(existsSync(pidFile)).toBe(false);
});

test('a server that does not start again is reported in a sentence', async () => {
  const failed = Promise.withResolvers<unknown>();
  const api = { onRestart() {}, onFailure: failed.resolve };
  const database = await startEmbeddedPostgres(folder, PASSWORD, { api });
  const version = join(folder, 'cluster', 'PG_VERSION');
  renameSync(version, `${version}.away`);
  process.kill(pidOf(), 'SIGKILL');
  expect(String(await failed.promise)).toMatch(/The database in .* does not start: /);
  renameSync(`${version}.away`, version);
  await database.stop();
});

test('Ctrl-C in a terminal reaches the process group and leaves the server for the API to stop', async () => {
  const child = await startElsewhere();
  const pid = pidOf();
  const [serverGroup, ownGroup] = [pid, child.pid].map(
    (id) => readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[2],
  );
  expect(serverGroup).not.toBe(ownGroup);
  await kill(child);
  const database = await start();
  expect([database.tookOver, pidOf()]).toEqual([true, pid]);
  await database.stop();
});
