import { expect, test } from '@jest/globals';
import { databaseEnvironment, runPipe } from './run-program.ts';

test('a pipe of which any program fails has failed, with what that one said', async () => {
  await runPipe('printf row | grep -q row');
  await runPipe('test "$PART" = "a \'name\' of \\"signs\\""', { PART: `a 'name' of "signs"` });
  await expect(runPipe('false | cat')).rejects.toThrow('ended with 1');
  await expect(runPipe('false; true')).rejects.toThrow('ended with 1');
  await expect(runPipe('test -z "$NOT_GIVEN"')).rejects.toThrow('NOT_GIVEN');
  await expect(runPipe('{ echo one; echo "it failed: no room"; exit 3; } >&2')).rejects.toThrow(
    /^it failed: no room$/,
  );
});

test('a fault names no row, which the error of the server may quote', async () => {
  const failing = 'echo "pg_dump: error: query failed: ERROR:  invalid row (ada@example.org)" >&2; exit 1';
  await expect(runPipe(failing)).rejects.toThrow(/^pg_dump: error: query failed$/);
});

test('the programs of PostgreSQL get each part of an address as it was meant', () => {
  expect(
    databaseEnvironment(
      'postgresql://own%40er:p%2Fw@db.example:6432/step%20wise?sslmode=verify-full&sslrootcert=/ca.pem',
    ),
  ).toEqual({
    ...{ PGHOST: 'db.example', PGPORT: '6432', PGUSER: 'own@er', PGPASSWORD: 'p/w' },
    ...{ PGDATABASE: 'step wise', PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' },
  });
  expect(databaseEnvironment('postgresql://owner@db/stepwise')).toEqual({
    ...{ PGHOST: 'db', PGPORT: '5432', PGUSER: 'owner', PGDATABASE: 'stepwise' },
  });
});
