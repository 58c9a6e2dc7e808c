import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A client that is at work uses its connection sooner than this, and learns from the answer that it ends. */
const STILL_USED_MS = 1_000;
export const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Asks clients to begin no further request on their connection, once the server takes no new one. Sooner they would
 * open another one, which the kernel resets when the server stops listening.
 */
export function closeAfterAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    if (!server.listening) response.setHeader('connection', 'close');
  });
}

/**
 * Takes no new connection and resolves when each of those there are has ended: after its next answer, or when it has
 * stayed idle. To close an idle one at once would cut a request that is on its way.
 */
export function stopServer(server: Server, stillUsedMs = STILL_USED_MS): Promise<void> {
  return new Promise((resolve) => {
    const begun = Date.now();
    const closing = setInterval(() => {
      // In this order what arrived while the process stood still is read first, and its connection is not idle.
      if (Date.now() - begun >= stillUsedMs) setImmediate(() => server.closeIdleConnections());
    }, CLOSE_IDLE_EVERY_MS);
    // An HTTP server's own closes what is idle before anything else.
    NetServer.prototype.close.call(server, () => {
      clearInterval(closing);
      resolve();
    });
  });
}
