import type { ServerOptions } from 'node:http';

/**
 * Keeps an idle connection longer than a gateway does (nginx: 60 s). The side that closes it first must be the one that
 * sends the next request: what is sent on a connection while the server closes it is cut off.
 */
export const KEEP_ALIVE = { keepAliveTimeout: 65_000 } satisfies ServerOptions;
