import { jest } from '@jest/globals';
import pg from 'pg';

/** The SQL statements that the server of this test makes until `stop`. */
export function collectStatements() {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  return {
    made: () => query.mock.calls.map(([asked]) => String(Object(asked).text ?? asked)),
    clear: () => query.mockClear(),
    stop: () => query.mockRestore(),
  };
}
