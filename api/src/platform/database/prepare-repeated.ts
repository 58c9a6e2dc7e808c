import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** A statement that is sent more often than this is prepared, as by other drivers of PostgreSQL. */
const PREPARE_THRESHOLD = 5;
const MAX_COUNTED_STATEMENTS = 500;

/**
 * Makes each connection of a pool keep the plan of statements that are sent again and again with parameters (PREPARE).
 * The ORM's own have their values in their text, and are planned each time.
 */
export function prepareRepeated(pool: pg.Pool): void {
  const counts = new LRUCache<string, number>({ max: MAX_COUNTED_STATEMENTS });

  function isRepeated(text: string): boolean {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count > PREPARE_THRESHOLD;
  }

  pool.on('connect', (client) => {
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const isPrepared =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 && isRepeated(text);
      const given = isPrepared ? [{ name: hash('sha256', text, 'base64url'), text, values }] : [text, values];
      return Reflect.apply(pg.Client.prototype.query, client, [...given, ...rest]);
    };
    client.query = query as typeof client.query;
  });
}
