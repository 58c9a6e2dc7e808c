import {
  CHECK_UP_FIELD_NAMES,
  type CheckUpAnswers,
} from '@stepwise/shared-contracts/entities/check-up-fields';
import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { columnOf } from './check-up-columns.ts';

interface NewRecord extends CheckUpAnswers {
  participant: string;
  date: string;
  localDate: string;
  addedLater: boolean;
  recordedAt: Date;
  timeZone: string;
  receivedAt: Date;
  /** It arrived after a later one of its day. */
  isLate: boolean;
  /** The id of the record that it replaces, if any. */
  replaces: number | undefined;
  symptoms: readonly { id: number; redflag: boolean }[];
  activities: readonly { id: number }[];
}

/**
 * Stores a record with its items, and marks the one that it replaces, in one statement. One version of a day is in force:
 * `marked` has the other marked first.
 */
export async function storeRecord(em: EntityManager, record: NewRecord): Promise<void> {
  const { receivedAt: now, isLate, replaces, symptoms, activities } = record;
  const answers = CHECK_UP_FIELD_NAMES.map((field) => sql`${record[field]}`);
  const columns = CHECK_UP_FIELD_NAMES.map((field) => sql.ref(columnOf(field)));
  await em.flush();
  await sql`with replaced as (
      update daily_record set superseded_at = ${now} where id = ${replaces ?? null}::int returning id),
    made as (
      insert into daily_record (participant_id, date, local_date, added_later, recorded_at, time_zone, received_at,
        superseded_at, ${sql.join(columns)})
      select ${record.participant}::uuid, ${record.date}::date, ${record.localDate}::date, ${record.addedLater}::boolean,
        ${record.recordedAt}::timestamptz, ${record.timeZone}, ${now}::timestamptz, ${isLate ? now : null}::timestamptz,
        ${sql.join(answers)}
      from (select count(*) from replaced) as marked
      returning id),
    felt as (
      insert into daily_record_symptom (record_id, symptom_id, redflag)
      select made.id, s.id, s.redflag from made
      cross join jsonb_to_recordset(${JSON.stringify(symptoms)}::jsonb) as s (id int, redflag boolean))
    insert into daily_record_activity (record_id, activity_id)
    select made.id, a.id from made
    cross join jsonb_to_recordset(${JSON.stringify(activities)}::jsonb) as a (id int)`.execute(query(em));
}
