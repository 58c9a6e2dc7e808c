import { jest } from '@jest/globals';
import pg from 'pg';

/** As pg-boss names its own connections, which look for jobs whenever their time comes. */
const JOB_QUEUE = 'pgboss';

/** The SQL statements that the server of this test makes until `stop`, without those of the job queue's own connections. */
export function collectStatements() {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  return {
    made: () =>
      query.mock.calls
        .filter((_, index) => nameOf(query.mock.contexts[index]) !== JOB_QUEUE)
        .map(([asked]) => String(Object(asked).text ?? asked)),
    clear: () => query.mockClear(),
    stop: () => query.mockRestore(),
  };
}

const nameOf = (client: unknown): unknown => Object(Object(client).connectionParameters).application_name;
