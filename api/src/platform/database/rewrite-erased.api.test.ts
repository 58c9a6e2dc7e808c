import { expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import pg from 'pg';
import { createTestApi } from '../../testing/create-test-api.ts';
import { rewriteErased } from './rewrite-erased.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi();
const rewrite = () => rewriteErased(api.ownerUrl, api.clock.now());

/** Whether a table's file holds a text, also in rows that no statement reads any more. */
async function isInFile(table: string, text: string): Promise<boolean> {
  await api.queryAsOwner('checkpoint');
  const [{ found }] = await api.queryAsOwner(
    `select position(convert_to($2, 'UTF8') in pg_read_binary_file(pg_relation_filepath($1::regclass))) > 0 as found`,
    [table, text],
  );
  return found;
}

test('a deleted participant’s name leaves the tables’ files in the night after', async () => {
  expect(await rewrite()).toEqual({ rewritten: [], locked: [], tooLarge: [] });
  const gone = await api.logIn({ firstName: 'Zebulonquartermain' });
  const { firstName } = await api.buildParticipant({ firstName: 'Ottolinemarchbanks' });
  await gone.send(saveUserDataConsent, { value: 'delete' });
  expect(await isInFile('participant', 'Zebulonquartermain')).toBe(true);

  const { rewritten, locked } = await rewrite();
  expect(rewritten).toEqual(expect.arrayContaining(['participant', 'helper', 'audit_values']));
  expect(locked).toEqual([]);
  expect(await isInFile('participant', 'Zebulonquartermain')).toBe(false);
  expect(await isInFile('participant', firstName)).toBe(true);
});

test('a table in use is left within seconds, and named so that it is tried again', async () => {
  const gone = await api.logIn();
  await gone.send(saveUserDataConsent, { value: 'delete' });
  const holder = new pg.Client(api.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from participant_note limit 1');
  const { rewritten, locked } = await rewrite();
  await holder.query('rollback');
  await holder.end();
  expect(locked).toEqual(['participant_note']);
  expect(rewritten).toContain('participant');
  expect((await rewrite()).locked).toEqual([]);
});

test('nothing is written anew once the last erasure is eight days old', async () => {
  api.clock.advance(9 * DAY_MS);
  expect((await rewrite()).rewritten).toEqual([]);
});
