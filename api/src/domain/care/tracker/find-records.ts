import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { isoInstant, readValues } from '../../../platform/database/query.ts';
import { answersInJson } from './check-up-columns.ts';

/**
 * The records in force of a participant, or those of one of their own days: the oldest day first, and in a day the
 * earliest record, so that the last one counts. A value for `readValues`. The lists of all records are made at once: a
 * subquery for each takes four times as long.
 */
export const selectRecords = (participant: string, localDate?: string): RawBuilder<DailyRecord[]> =>
  recordsWhere(
    sql`participant_id = ${participant} and superseded_at is null
      ${localDate ? sql`and local_date = ${localDate}` : sql``}`,
  );

/** A record with what a save of its day has to know. */
export interface StoredRecord extends DailyRecord {
  id: number;
  isInForce: boolean;
}

/** Every version of a participant's own day, in the same order. A value for `readValues`. */
export const selectStoredRecords = (participant: string, localDate: string): RawBuilder<StoredRecord[]> =>
  recordsWhere<StoredRecord>(
    sql`participant_id = ${participant} and local_date = ${localDate}`,
    sql`'id', r.id, 'isInForce', r.superseded_at is null,`,
  );

const recordsWhere = <R extends DailyRecord = DailyRecord>(
  condition: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<R[]> => sql`(
  with mine as materialized (
    select * from daily_record
    where ${condition}),
  symptoms as materialized (
    select rs.record_id, json_agg(json_build_object(
      'id', s.id, 'text', s.text, 'category', s.category,
      'redflag', rs.redflag, 'selfHarm', s.self_harm) order by s.id) as list
    from mine join daily_record_symptom rs on rs.record_id = mine.id join symptom s on s.id = rs.symptom_id
    group by rs.record_id),
  activities as materialized (
    select ra.record_id, json_agg(json_build_object('id', a.id, 'text', a.text) order by a.id) as list
    from mine join daily_record_activity ra on ra.record_id = mine.id join activity a on a.id = ra.activity_id
    group by ra.record_id)
  select coalesce(json_agg(json_build_object(
    ${more} 'date', r.date,
    ${sql.raw(answersInJson('r'))},
    'recordedAt', ${isoInstant('r.recorded_at')},
    'timeZone', r.time_zone,
    'localDate', r.local_date,
    'addedLater', r.added_later,
    'symptoms', coalesce(s.list, '[]'),
    'activities', coalesce(a.list, '[]')
  ) order by r.local_date, r.recorded_at, r.id), '[]')
  from mine r left join symptoms s on s.record_id = r.id left join activities a on a.record_id = r.id)`;

export const findRecords = async (
  em: EntityManager,
  participant: string,
  localDate?: string,
): Promise<DailyRecord[]> =>
  (await readValues(em, { records: selectRecords(participant, localDate) })).records;
