import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What it compiles is for processes with the same. As in shell/renderer.Dockerfile. */
const LIKE_WORKERS = ['--no-turbofan', '--no-maglev'];
/** One that ends at once ends again at once. */
const RESTART_AFTER_MS = 1_000;

/** It runs no release's code, and ends at once but on a busy machine. */
const STOP_TIMEOUT_MS = 10_000;

export interface Renderer {
  /** Where it listens, once it does. Never settles while it cannot be started. */
  url(): Promise<string>;
  stop(): Promise<void>;
}

/** Runs the renderer's program in a process without environment. One that ends is started again. */
export function startRenderer(program: string, log: Logger): Renderer {
  let child: ChildProcess;
  let listening = Promise.withResolvers<string>();
  let isStopping = false;

  const start = (): void => {
    const { resolve } = listening;
    const startedAt = performance.now();
    child = spawn(process.execPath, [...LIKE_WORKERS, program], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.on('error', (error) => log.warn({ code: (error as NodeJS.ErrnoException).code }, 'no renderer'));
    if (child.stdout)
      createInterface(child.stdout).once('line', (address) => resolve(`http://127.0.0.1:${address}`));
    child.once('close', async (code, signal) => {
      if (isStopping) return;
      log.info({ code, signal }, 'the renderer ended and is started again');
      // Who asks meanwhile waits for the next one.
      listening = Promise.withResolvers();
      const lived = performance.now() - startedAt;
      if (lived < RESTART_AFTER_MS) await wait(RESTART_AFTER_MS, undefined, { ref: false });
      if (!isStopping) start();
    });
  };
  start();

  return {
    url: () => listening.promise,
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      // It ends its own processes first, which is not left to those whose pages loop.
      child.stdin?.end();
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await closed;
      clearTimeout(late);
    },
  };
}
