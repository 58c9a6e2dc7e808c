import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../platform/database/orm.ts';
import { isoInstant, readValues } from '../../platform/database/query.ts';

/**
 * The records in force of a participant, or those of one of their own days: the oldest day first, and in a day the
 * earliest record, so that the last one counts. A value for `readValues`.
 */
export const selectRecords = (participant: string, localDate?: string): RawBuilder<DailyRecord[]> => sql`(
  select coalesce(json_agg(json_build_object(
    'date', r.date,
    'sleep', r.sleep, 'mood', r.mood, 'active', r.active,
    'recordedAt', ${isoInstant('r.recorded_at')},
    'timeZone', r.time_zone,
    'localDate', r.local_date,
    'addedLater', r.added_later,
    'symptoms', coalesce((
      select json_agg(json_build_object('id', s.id, 'text', s.text, 'category', s.category,
                                        'redflag', rs.redflag, 'selfHarm', s.self_harm) order by s.id)
      from daily_record_symptom rs join symptom s on s.id = rs.symptom_id where rs.record_id = r.id), '[]'),
    'activities', coalesce((
      select json_agg(json_build_object('id', a.id, 'text', a.text) order by a.id)
      from daily_record_activity ra join activity a on a.id = ra.activity_id where ra.record_id = r.id), '[]')
  ) order by r.local_date, r.recorded_at, r.id), '[]')
  from daily_record r
  where r.participant_id = ${participant} and r.superseded_at is null
    ${localDate ? sql`and r.local_date = ${localDate}` : sql``})`;

export const findRecords = async (
  em: EntityManager,
  participant: string,
  localDate?: string,
): Promise<DailyRecord[]> =>
  (await readValues(em, { records: selectRecords(participant, localDate) })).records;
