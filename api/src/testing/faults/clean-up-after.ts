/**
 * Runs beside the fault test in a session of its own and removes what that leaves, however it ends: the processes that it
 * named by `+pid` lines and not by `-pid` since, the database of its data folder, what is mounted there, and its folder.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const START_TIMEOUT_MS = 500;
const END_TIMEOUT_MS = 10_000;
const TRY_AGAIN_MS = 50;

const [work = ''] = process.argv.slice(2);
const dataDir = join(work, 'data');
const pids = new Set<number>();
// The pipe ends with the process at its other end.
for await (const line of createInterface(process.stdin)) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) pids.add(pid);
  else pids.delete(pid);
}
for (const pid of pids) kill(pid);
// One that an ended process was starting.
await wait(START_TIMEOUT_MS);
const server = readServer();
if (server) {
  kill(server);
  // Its own processes end once they see that it is gone.
  for (const limit = Date.now() + END_TIMEOUT_MS; isAlive(server) && Date.now() < limit; )
    await wait(TRY_AGAIN_MS);
}
spawnSync('umount', ['--lazy', dataDir], { stdio: 'ignore' });
rmSync(work, { recursive: true, force: true, maxRetries: 20 });

function readServer(): number | null {
  try {
    const [pid = ''] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    return Number(pid) || null;
  } catch {
    return null;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
