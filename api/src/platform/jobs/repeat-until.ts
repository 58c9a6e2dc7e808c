import type { Logger } from 'pino';
import { describeError } from '../errors/describe-error.ts';

type Repeat = (ms: number, work: () => Promise<unknown>, failure: string) => () => Promise<void>;

/** Runs `work` each `ms`, once at a time, until the signal; a failure is logged. Gives what runs it at once. */
export const repeatUntil =
  (signal: AbortSignal, log: Logger): Repeat =>
  (ms, work, failure) => {
    let isWorking = false;
    const run = async () => {
      if (isWorking || signal.aborted) return;
      isWorking = true;
      try {
        await work();
      } catch (error) {
        log.warn(describeError(error), failure);
      } finally {
        isWorking = false;
      }
    };
    setInterval(run, ms);
    return run;
  };
