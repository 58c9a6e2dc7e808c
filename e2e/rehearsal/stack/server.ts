import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workplace } from '../../../api/src/testing/faults/workplace.ts';
import type { Move } from './clock.preload.ts';

const CLOCK = join(import.meta.dirname, 'clock.preload.ts');
/** Long enough for a machine that is busy with other work. */
const READY_TIMEOUT_MS = 600_000;
const MOVE_TIMEOUT_MS = 600_000;
const START_TRIES = 10;
/** As the database's driver says it, of a pool and of a connection. */
const LATE_DATABASE = /timeout exceeded when trying to connect|Connection terminated/;
/** Of what a server says, for the one that says why it ended. */
const MAX_CHARACTERS = 20_000;

/** The API as a process of its own, with the clock of the rehearsal. What it says is added to `log`. */
export function createServer(
  given: string,
  { watch }: Workplace,
  settings: Record<string, string>,
  address: { PORT: string; PUBLIC_URL: string },
  log = { said: '' },
) {
  let source = given;
  let server: ChildProcess | null = null;
  let ended = Promise.resolve('ended');

  function run(args: string[], instant: number, stdio: ('ignore' | 'pipe' | 'ipc')[]): ChildProcess {
    const child = spawn(process.execPath, ['--import', CLOCK, ...args], {
      cwd: source,
      env: { PATH: process.env.PATH, ...settings, ...address, REHEARSAL_TIME: String(instant) },
      stdio,
    });
    watch(child);
    return child;
  }

  return {
    /** Other sources, from the next start on. */
    upgradeTo(other: string): void {
      source = other;
    },
    source: (): string => source,
    origin: address.PUBLIC_URL,
    log,
    /** What it has in memory, in bytes. */
    memory(): number {
      const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(server?.pid)], { encoding: 'utf8' });
      return Number(stdout) * 1024;
    },
    /** Resolves once it serves. */
    async start(instant: number): Promise<void> {
      for (let tries = 1; ; tries++) {
        const failure = await this.tryToStart(instant);
        if (failure === null) return;
        // As whatever runs it would, where the machine is too busy for its database.
        if (tries === START_TRIES || !LATE_DATABASE.test(failure))
          throw new Error(`The server did not start: ${failure}`);
      }
    },
    /** Null once it serves, or why it does not and what it said. */
    async tryToStart(instant: number): Promise<string | null> {
      let said = '';
      const started = run(['api/src/main.ts'], instant, ['ignore', 'pipe', 'pipe', 'ipc']);
      server = started;
      started.stderr?.on('data', (text) => {
        log.said = (log.said + text).slice(-MAX_CHARACTERS);
        said = (said + text).slice(-MAX_CHARACTERS);
      });
      ended = once(started, 'close').then(() => 'ended');
      const ready = new Promise<undefined>((resolve) => {
        let output = '';
        started.stdout?.on('data', (text) => {
          output += text;
          if (output.includes('is ready at')) resolve(undefined);
        });
      });
      const late = wait(READY_TIMEOUT_MS, 'late', { ref: false });
      const outcome = await Promise.race([ready, ended, late]);
      return outcome ? `${outcome}, ${said}` : null;
    },
    /** Rejects once it has ended. */
    async whileItRuns(): Promise<never> {
      await ended;
      throw new Error(`The server has ended: ${log.said}`);
    },
    /** Sets its clock, and resolves once the timers that run are done. */
    async moveTo(move: Move): Promise<void> {
      const moving = server;
      if (!moving?.connected) throw new Error(`The server has ended: ${log.said}`);
      const moved = new Promise<void>((resolve) => {
        const answer = (at: unknown) => {
          if (at !== move.instant) return;
          moving.off('message', answer);
          resolve();
        };
        moving.on('message', answer);
      });
      moving.send(move);
      const late = wait(MOVE_TIMEOUT_MS, 'late', { ref: false });
      const outcome = await Promise.race([moved, ended, late]);
      if (outcome) throw new Error(`The server did not go on (${outcome}): ${log.said}`);
    },
    /** Gives its exit code; null where it ended by a signal. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      const ending = server;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return null;
      ending.kill(signal);
      await ended;
      server = null;
      return ending.exitCode;
    },
    /** Runs a script of the product; gives what it printed. */
    async script(args: string[], instant: number): Promise<{ code: number; text: string }> {
      const command = run(args, instant, ['ignore', 'pipe', 'pipe']);
      let text = '';
      for (const stream of [command.stdout, command.stderr])
        stream?.on('data', (part) => {
          text += part;
        });
      const [code] = await once(command, 'close');
      return { code: Number(code), text };
    },
  };
}
export type Server = ReturnType<typeof createServer>;
