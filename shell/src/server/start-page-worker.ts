import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WorkerRequest } from './page-builds.ts';

/** On a busy machine, whose pages come without markup meanwhile. */
const START_TIMEOUT_MS = 30_000;
/** One that has not answered by then hangs. */
const ANSWER_TIMEOUT_MS = 4_000;
const MAX_ANSWER_LENGTH = 4_000_000;
/**
 * In kB and seconds of a core: all that a process may write to, of which Node reserves 570 MB for code that it does not
 * use, and all the time it may take before it ends. No file shows what was in its memory. Linux enforces them all.
 */
const LIMITS = 'ulimit -c 0; ulimit -d 900000; ulimit -t 60';

const PROGRAM = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'page-worker.ts'), 'utf8'));
const NODE = [
  // No file, process, worker thread or addon.
  '--permission',
  '--disallow-code-generation-from-strings',
  '--disable-warning=SecurityWarning',
  '--max-old-space-size=96',
  '--v8-pool-size=1',
  // Few pages are rendered by one process: what V8 optimises is ready too late.
  ...['--no-turbofan', '--no-maglev'],
  ...['--input-type=commonjs', '--eval', PROGRAM],
];

/**
 * From here on the kernel lets a process open nothing: neither a socket, which Node's permissions do not restrict, and by
 * which it would reach the renderer and the processes of others. Elsewhere than on Linux the network stays open.
 */
async function forbidOpening(pid: number | undefined): Promise<void> {
  if (process.platform === 'linux')
    await promisify(execFile)('prlimit', ['--pid', String(pid), '--nofile=0:0'], { env: {} });
}

/** A process that renders for one person, or for visitors, and its end. */
export interface PageWorker {
  /**
   * The markup, or null where the page has none. Requests are answered in turn. Rejects with PageFailed where the page
   * throws or takes too much memory, PageTimedOut where it hangs, and WorkerEnded where the process was ended.
   */
  render(request: WorkerRequest): Promise<string | null>;
  isBusy(): boolean;
  /** Settles once the process is gone. */
  end(): Promise<void>;
  /** Settles once the process is gone, whatever ended it. */
  ended: Promise<void>;
}

export class PageFailed extends Error {}
/** The page hangs, or the machine is too busy to tell. */
export class PageTimedOut extends Error {}
/** Nothing is wrong with the page. */
export class WorkerEnded extends Error {}

export function startPageWorker(): PageWorker {
  const child = spawn('/bin/sh', ['-c', `${LIMITS}; unset PWD; exec "$0" "$@"`, process.execPath, ...NODE], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve()).once('close', () => resolve());
  });
  let failure: Error = new PageFailed();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let received = '';
  let onAnswer: (answer: string) => void = () => {};

  const starting = setTimeout(end, START_TIMEOUT_MS).unref();
  const isClosedIn = Promise.race([once(child.stdout, 'data'), ended])
    .then(() => forbidOpening(child.pid))
    .catch(end)
    .finally(() => clearTimeout(starting));

  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    if (received.length > MAX_ANSWER_LENGTH) child.kill('SIGKILL');
    if (text.includes('\n')) onAnswer(received);
  });

  function end(): Promise<void> {
    failure = new WorkerEnded();
    child.kill('SIGKILL');
    return ended;
  }

  async function ask(request: WorkerRequest): Promise<string | null> {
    await isClosedIn;
    received = '';
    const answer = new Promise<string>((resolve) => {
      onAnswer = resolve;
    });
    const hanging = setTimeout(() => {
      failure = new PageTimedOut();
      child.kill('SIGKILL');
    }, ANSWER_TIMEOUT_MS);
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const text = await Promise.race([answer, ended]);
    clearTimeout(hanging);
    if (text === undefined) throw failure;
    return markupIn(text);
  }

  return {
    ended,
    isBusy: () => waiting > 0,
    render(request) {
      waiting += 1;
      const asked = last.then(() => ask(request)).finally(() => (waiting -= 1));
      last = asked.catch(() => {});
      return asked;
    },
    end,
  };
}

/** Written by the releases' code, whatever that is. */
function markupIn(answer: string): string | null {
  try {
    const { markup } = JSON.parse(answer);
    if (typeof markup === 'string' || markup === null) return markup;
  } catch {}
  throw new PageFailed();
}
