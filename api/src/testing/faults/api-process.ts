import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workplace } from './workplace.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../../..');
const READY_TIMEOUT_MS = 120_000;
const END_TIMEOUT_MS = 30_000;
/** Of what a server says, for the one that says why it ended. */
const MAX_CHARACTERS = 2_000;

/** The API as a process of its own on the embedded database, at the same address after each start. */
export function createApiProcess({ work, dataDir, watch }: Workplace, { build = join(work, 'build') } = {}) {
  let server: ChildProcess | null = null;
  let said = '';
  /** Free at the first start, and the same from then on. */
  let port = 0;

  /** Runs a script of the API with the settings of this test only. */
  function run(args: string[], stdio: ('ignore' | 'pipe' | 'ipc')[]): ChildProcess {
    const settings = {
      DATA_DIR: dataDir,
      PORT: String(port),
      STEPWISE_BUILD: build,
      STEPWISE_RELEASES: join(work, 'releases'),
      LOG_LEVEL: 'error',
      TMPDIR: join(work, 'tmp'),
    };
    const child = spawn(process.execPath, args, {
      cwd: CHECKOUT,
      env: { PATH: process.env.PATH, ...settings },
      stdio,
    });
    watch(child);
    return child;
  }

  return {
    origin: () => `http://127.0.0.1:${port}`,
    /** Resolves once it serves. */
    async start(): Promise<void> {
      const clock = join(import.meta.dirname, 'movable-clock.ts');
      const started = run(['--import', clock, 'api/src/main.ts'], ['ignore', 'pipe', 'pipe', 'ipc']);
      server = started;
      said = '';
      started.stderr?.on('data', (text) => {
        said = (said + text).slice(-MAX_CHARACTERS);
      });
      const ended = once(started, 'close');
      const ready = new Promise<void>((resolve) => {
        let output = '';
        started.stdout?.on('data', (text) => {
          output += text;
          const found = output.match(/is ready at \S+:(\d+)/)?.[1];
          if (!found) return;
          port = Number(found);
          resolve();
        });
      });
      const late = wait(READY_TIMEOUT_MS, 'late', { ref: false });
      const outcome = await Promise.race([ready, ended.then(() => 'ended'), late]);
      if (outcome) throw new Error(`The API did not start (${outcome}): ${said}`);
    },
    isRunning: (): boolean => server !== null && server.exitCode === null && server.signalCode === null,
    /** Sends the signal and gives the exit code, null where the signal ended it. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      const ending = server;
      if (!ending) throw new Error('The API does not run.');
      const ended = once(ending, 'close');
      ending.kill(signal);
      const outcome = await Promise.race([ended, wait(END_TIMEOUT_MS, 'late', { ref: false })]);
      if (outcome === 'late') throw new Error(`The API does not end at ${signal}.`);
      return ending.exitCode;
    },
    /** What it wrote last, as where it ended by itself. */
    lastWords: (): string => said.trim().split('\n').at(-1) ?? '',
    /** Sets its clock a number of milliseconds ahead of this machine's, or back. */
    setClock: (ms: number): void => void server?.send(ms),
    /** Runs `audit:verify`; gives what it prints and whether the log is whole. */
    async verifyAuditLog(): Promise<{ isWhole: boolean; text: string }> {
      const command = run(['api/src/cli/verify-audit.ts'], ['ignore', 'pipe', 'pipe']);
      let text = '';
      for (const stream of [command.stdout, command.stderr])
        stream?.on('data', (part) => {
          text += part;
        });
      const [code] = await once(command, 'close');
      return { isWhole: code === 0, text: text.trim() };
    },
  };
}
export type ApiProcess = ReturnType<typeof createApiProcess>;
