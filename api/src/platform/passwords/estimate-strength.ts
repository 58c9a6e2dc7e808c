import { Worker } from 'node:worker_threads';

/** More take the estimator longer, and make no password weaker. */
const ESTIMATED_CHARACTERS = 30;

type Waiting = Map<number, PromiseWithResolvers<number>>;
let estimator: { worker: Worker; waiting: Waiting } | undefined;
let asked = 0;

/**
 * How hard a password is to guess, 0 to 4 (zxcvbn), judged by its first 30 characters. `known` are words that stand close
 * to the person. In a thread of its own, since one estimate takes as long as many requests.
 */
export function estimateStrength(password: string, known: readonly string[]): Promise<number> {
  estimator ??= startEstimator();
  const id = asked++;
  const answer = Promise.withResolvers<number>();
  estimator.waiting.set(id, answer);
  estimator.worker.ref();
  estimator.worker.postMessage({ id, password: password.slice(0, ESTIMATED_CHARACTERS), known });
  return answer.promise;
}

/** When the first password is chosen: its dictionaries weigh a megabyte. */
function startEstimator() {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url));
  const waiting: Waiting = new Map();
  worker.on('message', ({ id, score }: { id: number; score: number }) => {
    waiting.get(id)?.resolve(score);
    waiting.delete(id);
    // A process that has nothing else to do ends.
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', (error) => {
    estimator = undefined;
    for (const { reject } of waiting.values()) reject(error);
  });
  return { worker, waiting };
}
