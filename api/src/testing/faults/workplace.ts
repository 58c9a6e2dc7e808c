import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Room for the database with its write-ahead log, and soon filled. */
const DISK_MB = 400;

export interface Workplace {
  work: string;
  dataDir: string;
  /** The data folder has a disk of its own, which takes root. */
  hasOwnDisk: boolean;
  /** The process does not outlive this one. */
  watch(child: ChildProcess): void;
  /** The same for processes that cannot be relied on to end by themselves; `release` takes them off. */
  watchPids(pids: readonly number[]): void;
  release(pids: readonly number[]): void;
  /** Ends and removes everything. Happens by itself where this process is cut off. */
  remove(): Promise<void>;
}

/** A folder for servers of a test; with `smallDisk`, the data folder is on a small disk of its own where that can be had. */
export function openWorkplace(name: string, { smallDisk }: { smallDisk: boolean }): Workplace {
  const work = mkdtempSync(join(tmpdir(), `stepwise-${name}-`));
  // The embedded database may run as a user of its own.
  chmodSync(work, 0o755);
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'clean-up-after.ts'), work], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const dataDir = join(work, 'data');
  for (const name of ['data', 'build', 'releases', 'tmp']) mkdirSync(join(work, name));
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', dataDir];
  const hasOwnDisk = smallDisk && spawnSync('mount', mount, { stdio: 'ignore' }).status === 0;
  const say = (sign: '+' | '-', pids: readonly number[]): void => {
    for (const pid of pids) guard.stdin.write(`${sign}${pid}\n`);
  };
  return {
    work,
    dataDir,
    hasOwnDisk,
    watch(child) {
      const { pid = 0 } = child;
      say('+', [pid]);
      child.once('exit', () => say('-', [pid]));
    },
    watchPids: (pids) => say('+', pids),
    release: (pids) => say('-', pids),
    async remove() {
      const removed = once(guard, 'close');
      guard.stdin.end();
      await removed;
    },
  };
}
