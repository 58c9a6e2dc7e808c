import type { EntityManager } from '../../platform/database/orm.ts';

/** One version of a day's record, as the team reads it. */
export interface RecordVersion {
  localDate: string;
  sleep: boolean;
  mood: boolean;
  active: boolean;
  /** When a later version took its place; null while it is in force. */
  supersededAt: Date | null;
  symptoms: { text: string; redflag: boolean }[];
  activities: string[];
}

/** Every version of a participant's last `days` days with records: the newest day first, the one in force before earlier ones. */
export const findRecordVersions = (
  em: EntityManager,
  participantId: string,
  days: number,
): Promise<RecordVersion[]> =>
  em.execute<RecordVersion[]>(
    `select r.local_date::text as "localDate", r.sleep, r.mood, r.active, r.superseded_at as "supersededAt",
       coalesce((select json_agg(json_build_object('text', s.text, 'redflag', rs.redflag) order by s.id)
         from daily_record_symptom rs join symptom s on s.id = rs.symptom_id where rs.record_id = r.id), '[]') as symptoms,
       coalesce((select json_agg(a.text order by a.id)
         from daily_record_activity ra join activity a on a.id = ra.activity_id where ra.record_id = r.id), '[]') as activities
     from daily_record r
     where r.participant_id = ? and r.date in (
       select date from daily_record where participant_id = ? group by date order by date desc limit ?)
     order by r.date desc, r.superseded_at desc nulls first, r.id desc`,
    [participantId, participantId, days],
  );
