/** What `save-record` is compared with: the statements of a save and of its audit event, without session, rights or checks. */

import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { prepareAuditEvent } from '@stepwise/api/src/domain/core/audit/record-audit-event.ts';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import Koa from 'koa';
import pg from 'pg';
import type { CheckUp } from './save-record.ts';

const TIME_ZONE = 'Australia/Melbourne';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

async function save(db: pg.PoolClient, participant: string, key: string, checkUp: CheckUp) {
  const { recordedAt, sleep, mood, active, symptoms, activities } = checkUp;
  const at = new Date(recordedAt);
  const date = utcDate(at);
  const day = localDate(at, TIME_ZONE);
  await db.query('select id from participant where id = $1 for update', [participant]);
  await db.query('select status, body from idempotent_reply where participant_id = $1 and key = $2', [
    participant,
    key,
  ]);
  await db.query('select id from daily_record where participant_id = $1 and date = $2 and local_date = $3', [
    participant,
    date,
    day,
  ]);
  const { rows } = await db.query<{ id: number }>(
    `insert into daily_record
       (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now()) returning id`,
    [participant, date, sleep, mood, active, at, TIME_ZONE, day],
  );
  const record = rows[0]?.id;
  await db.query('insert into daily_record_symptom select $1, unnest($2::int[]), false', [record, symptoms]);
  await db.query('insert into daily_record_activity select $1, unnest($2::int[])', [record, activities]);
  const answer = { record: { date, localDate: day, sleep, mood, active, recordedAt, symptoms, activities } };
  await db.query(
    `insert into idempotent_reply (participant_id, key, path, status, body, replied_at)
     values ($1, $2, $3, 200, $4, now())`,
    [participant, key, saveRecord.path, answer],
  );
  const origin = { onBehalfOf: null, subject: participant, requestId: key, at: new Date() };
  const event = prepareAuditEvent(
    'record.saved',
    { actor: `participant:${participant}`, ...origin },
    {
      before: null,
      after: {
        ...{ date, localDate: day, sleep, mood, active, symptoms, activities },
        symptomTexts: [],
        activityTexts: [],
      },
    },
  );
  await db.query('select append_audit_events($1)', [JSON.stringify([event])]);
  return answer;
}

const server = new Koa()
  .use(async (ctx) => {
    if (ctx.method === 'GET') return;
    const checkUp = (await json(ctx.req)) as CheckUp;
    const db = await pool.connect();
    try {
      await db.query('begin');
      ctx.body = await save(db, ctx.get('x-participant'), ctx.get('idempotency-key'), checkUp);
      await db.query('commit');
    } finally {
      db.release();
    }
  })
  .listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`bare is ready at http://127.0.0.1:${port}\n`);
  });
