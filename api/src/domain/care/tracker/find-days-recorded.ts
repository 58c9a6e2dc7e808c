import { addDays, daysBetween, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

/** How many calendar days a participant recorded, of those that were due. */
export interface DaysRecorded {
  recorded: number;
  due: number;
}

/**
 * The days recorded and due of each participant who has a record. Days are due from the first one recorded, since people
 * begin when they are ready to (specification, page 11 of the plan), to the person's yesterday. Today counts once it is
 * recorded: until it is over it is not missing.
 */
export async function findDaysRecorded(
  em: EntityManager,
  participantIds: readonly string[],
  now: Date,
): Promise<Map<string, DaysRecorded>> {
  const rows = await query(em)
    .selectFrom('daily_record as r')
    .select(({ fn }) => [
      'r.participant_id as id',
      fn.min('r.local_date').as('first'),
      fn.max('r.local_date').as('last'),
      fn.count<number>('r.local_date').distinct().as('recorded'),
      sql<string>`(array_agg(r.time_zone order by r.recorded_at desc))[1]`.as('timeZone'),
    ])
    .where('r.participant_id', '=', sql<string>`any(${participantIds}::uuid[])`)
    .where('r.superseded_at', 'is', null)
    .groupBy('r.participant_id')
    .execute();
  return new Map(
    rows.map(({ id, recorded, ...days }) => [id, { recorded, due: countDaysDue({ ...days, now }) }]),
  );
}

/** `first` and `last` are the first and the last day recorded; `timeZone` is where the person recorded last. */
export function countDaysDue({
  first,
  last,
  timeZone,
  now,
}: {
  first: string;
  last: string;
  timeZone: string;
  now: Date;
}): number {
  const yesterday = addDays(localDate(now, timeZone), -1);
  return daysBetween(first, last > yesterday ? last : yesterday) + 1;
}

/** `3 of 5`; `None due` before the first record. */
export const daysRecordedText = (days: DaysRecorded | undefined): string =>
  days ? `${days.recorded} of ${days.due}` : 'None due';
