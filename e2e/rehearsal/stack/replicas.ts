import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Move } from './clock.preload.ts';
import type { Server } from './server.ts';

const ASK_EVERY_MS = 10;

/** The server, and for a while the one whose place it takes: both get requests, in turn, as behind a gateway. */
export function createReplicas(first: Server) {
  let newest = first;
  let former: Server | null = null;
  let isFormerReady = false;
  let turn = 0;
  /** Requests that the former one has not answered yet. */
  let atFormer = 0;

  return {
    newest: (): Server => newest,
    isReplacing: (): boolean => former !== null,
    /** Sends a request to the one whose turn it is. */
    async send<T>(request: (origin: string) => Promise<T>): Promise<T> {
      turn += 1;
      if (!former || !isFormerReady || turn % 2 === 0) return request(newest.origin);
      atFormer += 1;
      try {
        return await request(former.origin);
      } finally {
        atFormer -= 1;
      }
    },
    /** Resolves in the middle of a request to the former one, with true, or once `over` is. */
    async whileFormerIsAsked(over: Promise<unknown>): Promise<boolean> {
      let isOver = false;
      over.finally(() => {
        isOver = true;
      });
      while (atFormer === 0 && !isOver) await setImmediate();
      return atFormer > 0;
    },
    add(server: Server): void {
      former = newest;
      newest = server;
      isFormerReady = true;
    },
    async moveTo(move: Move): Promise<void> {
      await Promise.all([newest.moveTo(move), former?.moveTo(move)]);
    },
    /** Signals the former one to end, which gets requests until it is not ready; gives its exit code. */
    async endFormer(): Promise<number | null> {
      if (!former) return null;
      const { origin } = former;
      const ended = former.end('SIGTERM');
      const isReady = () =>
        fetch(`${origin}/readyz`)
          .then(({ ok }) => ok)
          .catch(() => false);
      while (await isReady()) await wait(ASK_EVERY_MS);
      isFormerReady = false;
      const code = await ended;
      former = null;
      return code;
    },
    async stop(): Promise<void> {
      await Promise.all([newest.end('SIGKILL'), former?.end('SIGKILL')]);
    },
  };
}
