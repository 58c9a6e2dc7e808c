import { beforeAll, expect, test } from '@jest/globals';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { buildAdverseEvent } from '../../../testing/build-adverse-event.ts';
import { logInRandomised } from '../../../testing/build-randomised.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { buildStaff } from '../../../testing/staff-browser.ts';
import { findLastRecorded } from './find-recorded-since.ts';
import { hashData } from './hash-data.ts';

const api = await createTestApi();
const LOCKED_AT = new Date('2026-03-11T00:00:00Z');
const BEFORE = '2026-03-10T00:00:00Z';
const AFTER = '2026-03-12T00:00:00Z';

let id = '';
let event = '';
let staff = '';

/** A row of each table that a lock holds, from before the lock. */
beforeAll(async () => {
  api.clock.set(BEFORE);
  ({ id } = (await logInRandomised(api, 'reduction')).participant);
  ({ id: staff } = await buildStaff(api));
  await recordDay('2026-03-10', BEFORE, 'Locked');
  await api.query(`insert into follow_up_done values ($1, 3, '2026-03-10', $2, 'team')`, [id, BEFORE]);
  event = await buildAdverseEvent(api, id);
});

async function recordDay(day: string, at: string, text: string) {
  await api.query(
    `with record as (
       insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       values ($1, $2, true, true, true, $3, 'UTC', $2, $3) returning id),
     s as (insert into symptom (participant_id, text, category, redflag) values ($1, $4, 'mood', false) returning id),
     a as (insert into activity (participant_id, text) values ($1, $4) returning id),
     chosen as (insert into daily_record_symptom select record.id, s.id, false from record, s)
     insert into daily_record_activity select record.id, a.id from record, a`,
    [id, day, at, text],
  );
}

const hash = (until = LOCKED_AT) => hashData(api.orm.em.fork(), id, until);

/** The hash after changes, which are taken back; `$1` is the participant. */
const hashAfter = (...changes: string[]) => after(changes, (em) => hashData(em, id, LOCKED_AT));

async function after<T>(changes: string[], read: (em: EntityManager) => Promise<T>): Promise<T> {
  const em = api.orm.em.fork();
  await em.begin();
  try {
    for (const change of changes) await em.execute(change.replaceAll('$1', `'${id}'`));
    return await read(em);
  } finally {
    await em.rollback();
  }
}

const CHANGES = [
  'update participant set start_dose = 60 where id = $1',
  'update participant set times_per_day = 2 where id = $1',
  'update participant set schedule_id = 12 where id = $1',
  'update daily_record set mood = false where participant_id = $1',
  `update daily_record set superseded_at = '${BEFORE}' where participant_id = $1`,
  'update daily_record_symptom set redflag = true',
  'delete from daily_record_symptom',
  'delete from daily_record_activity',
  'update dose_report set dose = dose / 2 where participant_id = $1',
  `update prescription set note = 'Other words' where participant_id = $1`,
  'update prescription set dose = dose + 1 where participant_id = $1',
  'update prescription set days = days + 1 where participant_id = $1',
  `update symptom set text = 'Other words' where text = 'Locked'`,
  `update symptom set category = 'sleep' where text = 'Locked'`,
  `update activity set text = 'Other words' where text = 'Locked'`,
  'delete from setup_answer where participant_id = $1 and question_id = 2',
  'update setup_answer set option_id = 403 where participant_id = $1 and question_id = 4',
  'update baseline set dose = 364 where participant_id = $1',
  `update allocation set arm = 'usual-care' where participant_id = $1`,
  `update allocation set stratum = 'high' where participant_id = $1`,
  `update adverse_event set voided_at = '${BEFORE}' where participant_id = $1`,
  ...['severity', 'relatedness', 'expectedness', 'outcome', 'action', 'source', 'description'].map(
    (column) => `update adverse_event_version set ${column} = 'other'`,
  ),
  `update adverse_event_version set onset = '2026-02-28'`,
  `update adverse_event_version set criteria = '["death"]'`,
  `update adverse_event_version set reported_at = '${BEFORE}'`,
  `update adverse_event_version set term_code = '10019211'`,
  `update adverse_event_version set concomitant = 'Zinc'`,
  `update adverse_event_version set signed_at = '${BEFORE}', signed_by = gen_random_uuid()`,
  `update adverse_event_version set superseded_at = '${BEFORE}'`,
  `update adverse_event_version set term = 'Headache'`,
  `update follow_up_done set done_on = '2026-03-09' where participant_id = $1`,
];

test.each(CHANGES)('the hash of locked data differs after: %s', async (change) => {
  expect(await hashAfter(change)).not.toBe(await hash());
});

test.each([
  ['daily_record set received_at', 'daily_record set mood = not mood'],
  ['daily_record set received_at', 'daily_record_symptom set redflag = not redflag'],
  ['daily_record set received_at', `symptom set text = 'Other words' where text = 'Locked'`],
  ['dose_report set reported_at', 'dose_report set dose = dose / 2'],
  ['adverse_event_version set at', `adverse_event_version set severity = 'severe'`],
  ['follow_up_done set reported_at', `follow_up_done set done_on = '2026-03-09'`],
])('the hash has what was recorded in the instant of the lock: %s, %s', async (recorded, change) => {
  const inThatInstant = `update ${recorded} = '${LOCKED_AT.toISOString()}'`;
  expect(await hashAfter(inThatInstant, `update ${change}`)).not.toBe(await hashAfter(inThatInstant));
});

test.each([
  'daily_record set received_at',
  'dose_report set reported_at',
  'adverse_event_version set at',
  'adverse_event_version set signed_by = staff_id, signed_at',
  'follow_up_done set reported_at',
])('a lock comes after the last record of one participant: %s', async (recorded) => {
  const other = await api.buildParticipant({ stage: 'consent' });
  const lastOf = (person: string | null) =>
    after([`update ${recorded} = '${AFTER}'`], (em) => findLastRecorded(em, person));
  expect(await lastOf(id)).toEqual(new Date(AFTER));
  expect(await lastOf(null)).toEqual(new Date(AFTER));
  expect(await lastOf(other.id)).not.toEqual(new Date(AFTER));
});

test.each([
  ['a record that was replaced', `update daily_record set superseded_at = '${AFTER}'`],
  [
    'steps that moved, were prepared or talked about',
    `update prescription set date = date + 7, prepared_on = date, talked_on = date`,
  ],
  [
    'an item that was flagged or removed',
    `update symptom set redflag = not redflag, removed_at = '${AFTER}'`,
  ],
  ['an activity that was removed', `update activity set removed_at = '${AFTER}'`],
  [
    'an event that was voided',
    `update adverse_event set voided_at = '${AFTER}', voided_by = $1, void_reason = 'duplicate'`,
  ],
  [
    'a version that was replaced or signed',
    `update adverse_event_version set superseded_at = '${AFTER}', signed_at = '${AFTER}', signed_by = '$staff'`,
  ],
])('the hash of locked data ignores, after the lock, %s', async (_, change) => {
  expect(await hashAfter(change.replace('$staff', staff))).toBe(await hash());
});

test('the hash of locked data leaves out what was recorded after the lock', async () => {
  const before = await hash();
  await recordDay('2026-03-12', AFTER, 'Later');
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at) values ($1, '2026-03-12', 10, 11, 'other', $2)`,
    [id, AFTER],
  );
  await api.query(`insert into follow_up_done values ($1, 6, '2026-03-12', $2, 'team')`, [id, AFTER]);
  const at = new Date(AFTER);
  await buildAdverseEvent(api, id, { event, version: 2, at });
  await buildAdverseEvent(api, id, { at });
  expect(await hash()).toBe(before);
  expect(await hash(at)).not.toBe(before);
});

test('the hash of everybody has what another participant recorded, and the hash of one has not', async () => {
  const hashes = async () => [await hash(), await hashData(api.orm.em.fork(), null, LOCKED_AT)];
  const [one, everybody] = await hashes();
  await api.buildParticipant({ stage: 'timeline' });
  const [oneLater, everybodyLater] = await hashes();
  expect(oneLater).toBe(one);
  expect(everybodyLater).not.toBe(everybody);
});
