import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { createTestApi, type TestApi } from '../../../testing/create-test-api.ts';
import { openExportView } from './open-export-view.ts';
import { writeExport } from './write-export.ts';

const DAYS = 60;
const SAMPLE_EVERY = 30;
/** For what varies by itself; the rows of one file, held at once, are twice as much. */
const ROOM_BYTES = 5 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const liveBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Participants who consented, each with sixty days of records, a symptom and an activity in each. */
async function fill(api: TestApi, people: number): Promise<void> {
  const statements = [
    // Checking each reference would take most of the time.
    'set session_replication_role = replica',
    `insert into consent_text (hash, version, article) values ('h', '1', '{}')`,
    `insert into participant (id, first_name, consent_agree, created_at)
       select gen_random_uuid(), '', true, now() from generate_series(1, ${people})`,
    `insert into consent (participant_id, text_hash, future_contact, agreed_at) select id, 'h', false, now() from participant`,
    `insert into symptom (participant_id, text, category) select id, 'Panic', 'mood' from participant`,
    `insert into activity (participant_id, text) select id, 'Own words' from participant`,
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       select id, current_date + d, true, false, true, now(), 'UTC', current_date + d, now()
       from participant, generate_series(1, ${DAYS}) d`,
    `insert into daily_record_symptom (record_id, symptom_id, redflag)
       select r.id, s.id, true from daily_record r join symptom s on s.participant_id = r.participant_id`,
    `insert into daily_record_activity (record_id, activity_id)
       select r.id, a.id from daily_record r join activity a on a.participant_id = r.participant_id`,
    'analyze',
  ];
  await api.queryAsOwner(statements.join(';'));
}

/** What is alive at most while an export is made and read. */
async function measure(api: TestApi): Promise<{ peak: number; records: number }> {
  const view = await openExportView(api.orm.em.fork(), api.content, api.clock.now());
  const chunks = writeExport(view, api.content, api.clock.now());
  let peak = 0;
  for (let count = 0; ; count++) {
    const { done, value } = await chunks.next();
    if (done) {
      await view.close();
      return { peak, records: value.counts.daily_records ?? 0 };
    }
    if (count % SAMPLE_EVERY === 0) peak = Math.max(peak, liveBytes());
  }
}

const [small, large] = [await createTestApi({ connections: 10 }), await createTestApi({ connections: 10 })];

test('twenty times the records need no more memory', async () => {
  await fill(small, 25);
  await fill(large, 500);
  await measure(small);
  const little = await measure(small);
  const much = await measure(large);
  expect(much.records).toBe(20 * little.records);
  expect(much.peak - little.peak).toBeLessThan(ROOM_BYTES);
}, 300_000);
