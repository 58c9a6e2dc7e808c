/** Preloaded into a server: adds a byte to the file STATEMENTS_FILE with each SQL statement. */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env.STATEMENTS_FILE;
if (file) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    appendFileSync(file, '.');
    return Reflect.apply(query, this, args);
  } as typeof query;
}
