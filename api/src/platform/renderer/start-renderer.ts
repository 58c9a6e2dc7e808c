import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

const MEMORY_MB = 192;
/** A realm's code runs once: what V8 optimises of it is ready too late. As in shell/renderer.Dockerfile. */
const UNOPTIMISED = ['--no-turbofan', '--no-maglev'];
/** One that ends at once ends again at once. */
const RESTART_AFTER_MS = 1_000;

export interface Renderer {
  /** Where it listens, once it does. Never settles while it cannot be started. */
  url(): Promise<string>;
  /** Ends one that hangs; another takes its place. */
  replace(): void;
  stop(): Promise<void>;
}

/**
 * Runs the renderer's program in a process without environment that may read its own folder and start no process, worker
 * or addon. Node's permissions do not restrict the network and are no barrier against malicious code. One that ends, since
 * it grew or failed, is started again.
 */
export function startRenderer(program: string, log: Logger): Renderer {
  let child: ChildProcess;
  let listening = Promise.withResolvers<string>();
  let isStopping = false;

  const start = (): void => {
    const { resolve } = listening;
    const startedAt = performance.now();
    child = spawn(
      process.execPath,
      [
        '--permission',
        `--allow-fs-read=${dirname(program)}`,
        `--max-old-space-size=${MEMORY_MB}`,
        '--disable-warning=SecurityWarning',
        ...UNOPTIMISED,
        program,
      ],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    child.on('error', (error) => log.warn({ code: (error as NodeJS.ErrnoException).code }, 'no renderer'));
    if (child.stdout)
      createInterface(child.stdout).once('line', (port) => resolve(`http://127.0.0.1:${port}`));
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
    replace: () => void child.kill('SIGKILL'),
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}
