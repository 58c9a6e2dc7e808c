import type { CheckUpAnswers } from '@stepwise/shared-contracts/entities/check-up-fields';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { selectAnswers } from './check-up-columns.ts';

/** One version of a check-up, as the team reads it. */
export interface RecordVersion extends CheckUpAnswers {
  localDate: string;
  recordedAt: Date;
  receivedAt: Date;
  /** Where it was made (IANA). */
  timeZone: string;
  /** Made on the day after. */
  addedLater: boolean;
  /** It is the last one of the participant's day, which counts. */
  counts: boolean;
  /** When a later version took its place; null while it is in force. */
  supersededAt: Date | null;
  symptoms: { text: string; redflag: boolean }[];
  activities: string[];
}

/**
 * Every version of a participant's last `days` own days with records: the newest day first, and in it the one that counts,
 * then what else is in force, then what was replaced.
 */
export const findRecordVersions = (
  em: EntityManager,
  participantId: string,
  days: number,
): Promise<RecordVersion[]> =>
  em.execute<RecordVersion[]>(
    versionsSql(
      'r.local_date in (select local_date from daily_record where participant_id = ? group by local_date order by local_date desc limit ?)',
    ),
    [participantId, participantId, days],
  );

/** Every version of one own day (YYYY-MM-DD) of a participant, in the same order. */
export const findVersionsOfDay = (
  em: EntityManager,
  participantId: string,
  day: string,
): Promise<RecordVersion[]> =>
  em.execute<RecordVersion[]>(versionsSql('r.local_date = ?'), [participantId, day]);

const versionsSql = (
  condition: string,
): string => `select r.local_date::text as "localDate", r.recorded_at as "recordedAt", r.received_at as "receivedAt",
       r.time_zone as "timeZone", r.added_later as "addedLater",
       ${selectAnswers('r')}, r.superseded_at as "supersededAt",
       r.superseded_at is null and r.id = first_value(r.id) over (partition by r.local_date
         order by (r.superseded_at is null) desc, r.recorded_at desc, r.id desc) as counts,
       coalesce((select json_agg(json_build_object('text', s.text, 'redflag', rs.redflag) order by s.id)
         from daily_record_symptom rs join symptom s on s.id = rs.symptom_id where rs.record_id = r.id), '[]') as symptoms,
       coalesce((select json_agg(a.text order by a.id)
         from daily_record_activity ra join activity a on a.id = ra.activity_id where ra.record_id = r.id), '[]') as activities
     from daily_record r
     where r.participant_id = ? and ${condition}
     order by r.local_date desc, r.superseded_at desc nulls first, r.recorded_at desc, r.id desc`;
