import { hash } from 'node:crypto';
import pg from 'pg';
import { setEvictingOldest } from '../set-evicting-oldest.ts';

/** A statement that is sent more often than this is prepared, as by other drivers of PostgreSQL. */
const SENT_UNPREPARED = 5;
const COUNTED_STATEMENTS = 500;

/**
 * Makes each connection of a pool keep the plan of statements that are sent again and again with parameters (PREPARE).
 * The ORM's own have their values in their text, and are planned each time.
 */
export function prepareRepeated(pool: pg.Pool): void {
  const counts = new Map<string, number>();

  function isRepeated(text: string): boolean {
    const count = (counts.get(text) ?? 0) + 1;
    setEvictingOldest(counts, text, count, COUNTED_STATEMENTS);
    return count > SENT_UNPREPARED;
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
