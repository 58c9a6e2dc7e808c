import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { appendAuditEvents, prepareAuditEvent } from './domain/core/audit/record-audit-event.ts';
import { loadContent } from './domain/core/content/load-content.ts';
import { verifyAuditLog } from './domain/data/audit-log/verify-audit-log.ts';
import { eraseWithdrawnValues } from './domain/trial/consent/erase-nightly.ts';
import { entities } from './modules.ts';
import { readConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { executeTogether } from './platform/database/query.ts';
import { buildParticipant } from './testing/build-participant.ts';

/** Who holds the API's database role, and the log on the database's own clock, as in use. */
const name = `test_${randomUUID().replaceAll('-', '')}`;
const { TEST_DATABASE_URL = '', TEST_DATABASE_OWNER_URL = '' } = process.env;
const inDatabase = (url: string, database: string) => url.replace(/\/stepwise$/, `/${database}`);
const ownerUrl = inDatabase(TEST_DATABASE_OWNER_URL, name);
const content = loadContent(readConfig({}).contentDir);
const START_TIMEOUT_MS = 120_000;
let orm: MikroORM;
let intruder: pg.Client;

async function runBeside(statement: string): Promise<void> {
  const client = new pg.Client(inDatabase(TEST_DATABASE_OWNER_URL, 'postgres'));
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  await runBeside(`create database ${name}`);
  const databaseUrl = inDatabase(TEST_DATABASE_URL, name);
  orm = await openDatabase({ databaseUrl, ownerUrl }, entities);
  intruder = new pg.Client(databaseUrl);
  await intruder.connect();
}, START_TIMEOUT_MS);
afterAll(async () => {
  await intruder.end();
  await orm.close();
  await runBeside(`drop database ${name} with (force)`);
}, START_TIMEOUT_MS);

const rows = async (sql: string, values: unknown[] = []) => (await intruder.query(sql, values)).rows;
const verify = async () => (await verifyAuditLog(orm.em.fork())).fault;
const forge = (type: 'account.registered' | 'data-consent.chosen', subject: string, at: Date) =>
  executeTogether(orm.em.fork(), [
    appendAuditEvents([
      prepareAuditEvent(
        type as 'data-consent.chosen',
        { actor: `participant:${subject}`, onBehalfOf: null, subject, requestId: 'forged', at },
        { after: { choice: 'delete' } },
      ),
    ]),
  ]);

/** A participant with an event about them. */
async function participant(): Promise<string> {
  const { id } = await buildParticipant(orm, content, new Date(), {});
  await forge('account.registered', id, new Date());
  return id;
}

/** The milliseconds between the last event and the database's clock. */
async function ageOfLastEvent(): Promise<number> {
  const [row] = await rows(
    `select extract(epoch from clock_timestamp() - at) * 1000 as age from audit_event order by id desc limit 1`,
  );
  return Number(row.age);
}

describe('the API’s database role', () => {
  test.each(['2020-01-01', '2099-01-01'])(
    'appends an event of %s, which gets the instant of now',
    async (day) => {
      const id = await participant();
      await forge('account.registered', id, new Date(day));
      expect(Math.abs(await ageOfLastEvent())).toBeLessThan(60_000);
      expect(await verify()).toBeNull();
    },
  );

  test('cannot put tables and functions of its own in the place of the log’s', async () => {
    const id = await participant();
    await rows('begin');
    await rows('create temp table audit_event (like public.audit_event)');
    await rows('create temp table audit_values (like public.audit_values)');
    await rows(
      `create function pgboss.audit_instant(timestamptz, timestamptz) returns timestamptz language sql as 'select $1'`,
    );
    await rows(
      `create function pgboss.audit_event_hash(public.audit_event) returns text language sql as $$ select repeat('f', 64) $$`,
    );
    await rows('set local search_path = pg_temp, pgboss, public');
    const event = { at: '2020-01-01T00:00:00Z', type: 'account.registered', actor: 'operator', subject: id };
    await rows('select public.append_audit_events($1)', [
      JSON.stringify([{ ...event, requestId: 'forged', salt: '', valuesHash: '0'.repeat(64) }]),
    ]);
    const [last] = await rows('select at, hash from public.audit_event order by id desc limit 1');
    await rows('rollback');
    expect(last.at.getFullYear()).toBeGreaterThan(2020);
    expect(last.hash).not.toBe('f'.repeat(64));
  });

  test.each([
    ['an event of any time', `insert into audit_event (at) values ('2020-01-01')`],
    ['values', `insert into audit_values (event_id, salt) values (1, '')`],
    ['an event without the check of its type', `select chain_audit_events('[]')`],
    ['a withdrawal', `insert into withdrawal values ($1, 'delete', now(), null)`],
    [
      'a receipt',
      `insert into data_consent_receipt (id, choice, chosen_at) values (gen_random_uuid(), 'delete', now())`,
    ],
    [
      'a withdrawal of no participant',
      `select record_withdrawal(gen_random_uuid(), 'delete', 'participant', now(), '{"actor": "operator", "requestId": "x"}')`,
    ],
  ])('cannot write %s', async (_what, statement) => {
    const id = await participant();
    const values = statement.includes('$1') ? [id] : [];
    await expect(rows(statement, values)).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot forge a withdrawal and empty a history by it', async () => {
    const id = await participant();
    await expect(forge('data-consent.chosen', id, new Date())).rejects.toThrow('only the database itself');
    for (const statement of [
      'select erase_audit_values($1)',
      `update audit_values set salt = '', before = null, after = null where event_id in (select id from audit_event where subject = $1)`,
      'delete from participant where id = $1',
    ])
      await expect(rows(statement, [id])).rejects.toMatchObject({ code: '42501' });
    expect(await eraseWithdrawnValues(ownerUrl, new Date())).toBe(0);
    expect(await verify()).toBeNull();
  });

  test('records a withdrawal only by carrying it out, and the owner’s job erases the values', async () => {
    const id = await participant();
    const origin = { at: new Date(), actor: `participant:${id}`, requestId: 'forged' };
    await rows(`select record_withdrawal($1, 'delete', 'participant', now(), $2)`, [
      id,
      JSON.stringify(origin),
    ]);
    expect(await rows('select 1 from participant where id = $1', [id])).toEqual([]);
    expect(await rows(`select choice from data_consent_receipt`)).toEqual([{ choice: 'delete' }]);
    const values = () =>
      rows(
        `select v.after from audit_event join audit_values v on event_id = id
         where subject = $1 and type = 'account.registered'`,
        [id],
      );
    expect(await values()).toEqual([{ after: { choice: 'delete' } }]);
    expect(await verify()).toBeNull();
    expect(await eraseWithdrawnValues(ownerUrl, new Date())).toBe(1);
    expect(await values()).toEqual([{ after: null }]);
    expect(await verify()).toBeNull();
  });

  test('is found out where it gives a participant another id', async () => {
    const id = await participant();
    await rows('update participant set id = gen_random_uuid() where id = $1', [id]);
    expect(await verify()).toMatchObject({ reason: 'its participant is gone without a withdrawal' });
  });
});
