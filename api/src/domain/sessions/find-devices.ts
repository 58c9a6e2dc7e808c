import type { LoggedInDevice } from '@stepwise/shared-contracts/calls/device.calls';
import { query } from '../../platform/database/query.ts';
import type { Operation } from '../operation/operation.ts';

/** The browsers in which a participant is logged in: `current` first, then those used last. */
export async function findDevices(
  { db, now }: Operation,
  participantId: string,
  current: string | undefined,
): Promise<LoggedInDevice[]> {
  const rows = await query(db)
    .selectFrom('device')
    .select(['id', 'name', 'last_used_at', 'key_hash'])
    .where('participant_id', '=', participantId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    // One that does not stay logged in is so for as long as its session lasts.
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('key_hash', 'is not', null),
        exists(
          selectFrom('session')
            .select('key_hash')
            .whereRef('session.device_id', '=', 'device.id')
            .where('session.expires_at', '>', now),
        ),
      ]),
    )
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows
    .map(({ id, name, last_used_at, key_hash }) => ({
      id,
      name,
      lastUsedAt: last_used_at.toISOString(),
      isCurrent: id === current,
      isKept: key_hash !== null,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
