import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

export const PEOPLE_IN_GRID = 25;
export const DAYS_IN_GRID = 28;

/** `twice`: two check-ups of the day are in force. */
export type DayMark = 'recorded' | 'twice' | 'missing' | 'not-due';

export interface GridRow {
  participantId: string;
  /** Null for those who were made anonymous. */
  studyId: string | null;
  /** One for each of the days, the oldest first. */
  marks: DayMark[];
}

/**
 * One page of everybody who has recorded, by study id, with a mark for each of the 28 days up to `until`. Days are due from
 * a participant's first record to their own yesterday, or to their last record where they withdrew; today counts once it is
 * recorded. `page` counts from 1.
 */
export async function findMissingDays(
  em: EntityManager,
  { until, page, now }: { until: string; page: number; now: Date },
): Promise<{ days: string[]; rows: GridRow[]; total: number }> {
  const days = Array.from({ length: DAYS_IN_GRID }, (_, back) => addDays(until, back - DAYS_IN_GRID + 1));
  const people = query(em).selectFrom('participant').where('last_record', 'is not', null);
  const { total } = await people
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const shown = await people
    .select(['id as participantId', 'study_id as studyId'])
    .orderBy('study_id')
    .orderBy('id')
    .limit(PEOPLE_IN_GRID)
    .offset((page - 1) * PEOPLE_IN_GRID)
    .execute();
  const recorded = await query(em)
    .selectFrom('daily_record as r')
    .innerJoin('participant as p', 'p.id', 'r.participant_id')
    .select(({ fn }) => [
      'r.participant_id as id',
      fn.min('r.local_date').as('first'),
      fn.max('r.local_date').as('last'),
      sql<string>`(array_agg(r.time_zone order by r.recorded_at desc))[1]`.as('timeZone'),
      sql<boolean>`p.data_consent is not null`.as('withdrew'),
      sql<Record<string, number>>`(select coalesce(json_object_agg(d.local_date, d.records), '{}') from (
        select local_date, count(*) as records from daily_record where participant_id = r.participant_id
          and superseded_at is null and local_date between ${days[0]} and ${until} group by local_date) d)`.as(
        'days',
      ),
    ])
    .where(
      'r.participant_id',
      '=',
      sql<string>`any(${shown.map(({ participantId }) => participantId)}::uuid[])`,
    )
    .where('r.superseded_at', 'is', null)
    .groupBy(['r.participant_id', 'p.data_consent'])
    .execute();
  const known = new Map(recorded.map((row) => [row.id, row]));
  const rows = shown.map(({ participantId, studyId }): GridRow => {
    const row = known.get(participantId);
    const marks = days.map((day): DayMark => {
      if (!row) return 'not-due';
      const records = row.days[day] ?? 0;
      if (records > 0) return records > 1 ? 'twice' : 'recorded';
      const lastDue = row.withdrew ? row.last : addDays(localDate(now, row.timeZone), -1);
      return day >= row.first && day <= lastDue ? 'missing' : 'not-due';
    });
    return { participantId, studyId, marks };
  });
  return { days, rows, total };
}
