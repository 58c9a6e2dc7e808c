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
  const statements = new LRUCache<string, { count: number; name: string }>({ max: MAX_COUNTED_STATEMENTS });

  /** Undefined for a statement that was not sent often. */
  function nameOf(text: string): string | undefined {
    const known = statements.get(text);
    if (!known) {
      statements.set(text, { count: 1, name: hash('sha256', text, 'base64url') });
      return undefined;
    }
    known.count += 1;
    return known.count > PREPARE_THRESHOLD ? known.name : undefined;
  }

  pool.on('connect', (client) => {
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const hasParameters = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = hasParameters ? nameOf(text) : undefined;
      const given = name ? [{ name, text, values }] : [text, values];
      return Reflect.apply(pg.Client.prototype.query, client, [...given, ...rest]);
    };
    client.query = query as typeof client.query;
  });
}
