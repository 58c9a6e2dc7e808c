import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Move } from './clock.preload.ts';
import type { Server } from './server.ts';

const ASK_EVERY_MS = 10;

/** Servers over one database, which get requests in turn, as behind a gateway. The last one is the newest. */
export function createReplicas() {
  const servers: Server[] = [];
  /** Requests that each has not answered yet. */
  const asked = new Map<Server, number>();
  const notReady = new Set<Server>();
  let turn = 0;
  let moves = 0;

  return {
    all: (): readonly Server[] => servers,
    add: (server: Server): void => void servers.push(server),
    newest(): Server {
      const server = servers.at(-1);
      if (!server) throw new Error('There is no server.');
      return server;
    },
    oldest(): Server {
      const [server] = servers;
      if (!server) throw new Error('There is no server.');
      return server;
    },
    /** Sends a request to the one whose turn it is. */
    async send<T>(request: (origin: string) => Promise<T>): Promise<T> {
      turn += 1;
      const ready = servers.filter((server) => !notReady.has(server));
      const server = ready[turn % ready.length];
      if (!server) throw new Error('No server is ready.');
      asked.set(server, (asked.get(server) ?? 0) + 1);
      try {
        return await request(server.origin);
      } finally {
        asked.set(server, (asked.get(server) ?? 0) - 1);
      }
    },
    /** Resolves in the middle of a request to a server, with true, or once `over` is. */
    async whileAsked(server: Server, over: Promise<unknown>): Promise<boolean> {
      let isOver = false;
      over.finally(() => {
        isOver = true;
      });
      const isAsked = () => (asked.get(server) ?? 0) > 0;
      while (!isAsked() && !isOver) await setImmediate();
      return isAsked();
    },
    /** Moves the clock of each. Their frequent timers find what is due in one database: those of one run, in turn. */
    async moveTo(move: Move): Promise<void> {
      moves += 1;
      const timersOf = (index: number): Move['timers'] =>
        move.timers === 'frequent' && index !== moves % servers.length ? 'none' : move.timers;
      await Promise.all(servers.map((server, index) => server.moveTo({ ...move, timers: timersOf(index) })));
    },
    /** Signals a server to end, which gets requests until it is not ready; gives its exit code. */
    async end(server: Server): Promise<number | null> {
      const ended = server.end('SIGTERM');
      const isReady = () =>
        fetch(`${server.origin}/readyz`)
          .then(({ ok }) => ok)
          .catch(() => false);
      while (await isReady()) await wait(ASK_EVERY_MS);
      notReady.add(server);
      const code = await ended;
      servers.splice(servers.indexOf(server), 1);
      notReady.delete(server);
      return code;
    },
    async stop(): Promise<void> {
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
    },
  };
}
