import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** The time zone (IANA) that a participant recorded in last, or undefined before their first record. */
export async function findTimeZone(em: EntityManager, participantId: string): Promise<string | undefined> {
  const last = await query(em)
    .selectFrom('daily_record')
    .select('time_zone')
    .where('participant_id', '=', participantId)
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.time_zone;
}

/** The participant's own day (`YYYY-MM-DD`), where no request of theirs names its zone. */
export const findOwnDay = async ({ db, now }: Operation, participantId: string): Promise<string> =>
  localDate(now, (await findTimeZone(db, participantId)) ?? 'UTC');
