/**
 * Preloaded into a process of the product (`node --import`): its clock stands `REHEARSAL_TIME` (ms since 1970) at the start
 * and wherever the parent process moves it. Timers of a minute or more go by that clock; shorter ones by the machine's, since
 * they wait for other processes. Answers each move once what its timers began is over. A timer that is due waits where a
 * move runs none.
 */
import { flushCompileCache } from 'node:module';

const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;

/** As the parent process sends it. */
export interface Move {
  instant: number;
  /** Which of those that are due run: with `frequent`, all but those that run once an hour or less often. */
  timers: 'all' | 'frequent' | 'none';
}

interface LongTimer {
  due: number;
  everyMs: number | null;
  run: () => unknown;
}

const real = { Date, setTimeout, setInterval, clearTimeout, clearInterval };
let offset = Number(process.env.REHEARSAL_TIME) - real.Date.now();
const now = (): number => real.Date.now() + offset;
const timers = new Set<LongTimer>();

/** Makes real ones. A proxy would take several times as long, and some answers make thousands. */
function MovedDate(...args: [number]): Date {
  return args.length > 0 ? new real.Date(...args) : new real.Date(now());
}
const { UTC, parse, prototype } = real.Date;
globalThis.Date = Object.assign(MovedDate, { UTC, parse, prototype, now }) as unknown as DateConstructor;

type Run = (...args: unknown[]) => unknown;
type Handle = LongTimer & { ref: () => Handle; unref: () => Handle; [Symbol.toPrimitive]: () => number };

function begin(run: Run, ms: number, everyMs: number | null, args: unknown[]): Handle {
  const timer: Handle = {
    due: now() + ms,
    everyMs,
    run: () => run(...args),
    ref: () => timer,
    unref: () => timer,
    [Symbol.toPrimitive]: () => 0,
  };
  timers.add(timer);
  return timer;
}

const end = (handle: unknown): boolean => timers.delete(handle as LongTimer);

/** An idle connection stays, as on a busy day: each new one costs more than most requests. */
const isOfPool = (): boolean => /\/node_modules\/pg-pool\//.test(String(new Error().stack));

Object.assign(globalThis, {
  setTimeout: Object.assign(
    (run: Run, ms = 0, ...args: unknown[]) =>
      ms >= LONG_MS && !isOfPool() ? begin(run, ms, null, args) : real.setTimeout(run, ms, ...args),
    // `util.promisify` finds its own form here.
    Object.fromEntries(
      Object.getOwnPropertySymbols(real.setTimeout).map((name) => [name, Reflect.get(real.setTimeout, name)]),
    ),
  ),
  setInterval: (run: Run, ms = 0, ...args: unknown[]) =>
    ms >= LONG_MS ? begin(run, ms, ms, args) : real.setInterval(run, ms, ...args),
  clearTimeout: (handle: NodeJS.Timeout) => end(handle) || real.clearTimeout(handle),
  clearInterval: (handle: NodeJS.Timeout) => end(handle) || real.clearInterval(handle),
});

/** An interval that came due several times runs once: what it looks for waits in the database. */
async function moveTo({ instant, timers: which }: Move): Promise<void> {
  offset = instant - real.Date.now();
  const runs = ({ everyMs }: LongTimer): boolean =>
    which === 'all' || (which === 'frequent' && (everyMs === null || everyMs < HOUR_MS));
  const due = [...timers].filter((timer) => timer.due <= instant && runs(timer));
  for (const timer of due) {
    if (timer.everyMs === null) timers.delete(timer);
    else timer.due = instant + timer.everyMs - ((instant - timer.due) % timer.everyMs);
  }
  await Promise.allSettled(due.map(async ({ run }) => run()));
}

process.once('message', () => flushCompileCache());
process.on('message', async (move: Move) => {
  await moveTo(move);
  process.send?.(move.instant);
});
process.channel?.unref();
