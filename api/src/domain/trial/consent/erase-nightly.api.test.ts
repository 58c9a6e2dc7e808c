import { expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import pg from 'pg';
import { modules } from '../../../modules.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { rewriteErased } from './erase-nightly.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi();
const rewrite = () => rewriteErased(api.ownerUrl, modules, api.clock.now());

/** A transaction that stays open until its connection ends. */
async function begin(statement: string): Promise<pg.Client> {
  const client = new pg.Client(api.databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return client;
}

/** Whether a table's file holds a text, also in rows that no statement reads any more. */
async function isInFile(table: string, text: string): Promise<boolean> {
  await api.queryAsOwner('checkpoint');
  const [{ found }] = await api.queryAsOwner(
    `select position(convert_to($2, 'UTF8') in pg_read_binary_file(pg_relation_filepath($1::regclass))) > 0 as found`,
    [table, text],
  );
  return found;
}

/** As the night's job tries again: other tests' transactions, in databases beside, keep dead rows as well. */
async function untilNoneInUse(): Promise<Set<string>> {
  const done = new Set<string>();
  for (;;) {
    const { rewritten, inUse } = await rewrite();
    for (const table of rewritten) done.add(table);
    if (inUse.length === 0) return done;
  }
}

test('a deleted participant’s name leaves the tables’ files in the night after', async () => {
  expect(await rewrite()).toEqual({ rewritten: [], inUse: [], tooLarge: [] });
  const gone = await api.logIn({ firstName: 'Zebulonquartermain' });
  const { firstName } = await api.buildParticipant({ firstName: 'Ottolinemarchbanks' });
  await gone.send(saveUserDataConsent, { value: 'delete' });
  expect(await isInFile('participant', 'Zebulonquartermain')).toBe(true);

  expect([...(await untilNoneInUse())]).toEqual(
    expect.arrayContaining(['participant', 'helper', 'audit_values']),
  );
  expect(await isInFile('participant', 'Zebulonquartermain')).toBe(false);
  expect(await isInFile('participant', firstName)).toBe(true);
});

test('a locked table is left within seconds, and named so that it is tried again', async () => {
  const gone = await api.logIn();
  await gone.send(saveUserDataConsent, { value: 'delete' });
  const holder = await begin('select 1 from participant_note limit 1');
  const { rewritten, inUse } = await rewrite();
  await holder.end();
  expect(inUse).toContain('participant_note');
  expect(rewritten).toContain('adverse_event_version');
  expect(await untilNoneInUse()).toContain('participant_note');
});

test('a table whose deleted row a running transaction may read is named to be tried again', async () => {
  const gone = await api.logIn({ firstName: 'Peregrinelongbottom' });
  const holder = await begin('select pg_current_xact_id()');
  await gone.send(saveUserDataConsent, { value: 'delete' });
  expect((await rewrite()).inUse).toContain('participant');
  expect(await isInFile('participant', 'Peregrinelongbottom')).toBe(true);
  await holder.end();

  await untilNoneInUse();
  expect(await isInFile('participant', 'Peregrinelongbottom')).toBe(false);
});

test('nothing is rewritten once the last erasure is eight days old', async () => {
  api.clock.advance(7 * DAY_MS);
  expect((await rewrite()).rewritten).toContain('participant');
  api.clock.advance(2 * DAY_MS);
  expect((await rewrite()).rewritten).toEqual([]);
  // The values of the audit log may be erased in a later night.
  await api.queryAsOwner('update withdrawal set values_erased_at = $1', [api.clock.now()]);
  expect(await untilNoneInUse()).toContain('audit_values');
});
