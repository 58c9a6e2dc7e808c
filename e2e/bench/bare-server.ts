/** What `all-data` is compared with: one statement, its JSON as the driver reads it, no session, rights or checks. */

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';

const { DATABASE_URL, PARTICIPANT, ANSWER_FILE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const answer = JSON.parse(readFileSync(String(ANSWER_FILE), 'utf8'));

const RECORDS = `
  select json_build_object(
    'date', r.date, 'sleep', r.sleep, 'mood', r.mood, 'active', r.active,
    'recordedAt', to_char(r.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'timeZone', r.time_zone, 'localDate', r.local_date, 'addedLater', r.added_later,
    'symptoms', coalesce((
      select json_agg(json_build_object('id', s.id, 'text', s.text, 'category', s.category,
                                        'redflag', rs.redflag, 'selfHarm', s.self_harm) order by s.id)
      from daily_record_symptom rs join symptom s on s.id = rs.symptom_id where rs.record_id = r.id), '[]'),
    'activities', coalesce((
      select json_agg(json_build_object('id', a.id, 'text', a.text) order by a.id)
      from daily_record_activity ra join activity a on a.id = ra.activity_id where ra.record_id = r.id), '[]')
  ) as record
  from daily_record r where r.participant_id = $1 and r.superseded_at is null order by r.date`;

const server = new Koa()
  .use(async (ctx) => {
    const { rows } = await pool.query(RECORDS, [PARTICIPANT]);
    const records = rows.map(({ record }) => record);
    ctx.body = { ...answer, records };
  })
  .listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`bare is ready at http://127.0.0.1:${port}\n`);
  });
