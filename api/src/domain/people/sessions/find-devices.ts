import type { LoggedInDevice } from '@stepwise/shared-contracts/calls/device.calls';
import { query } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';

interface Viewed {
  participantId: string;
  /** The device that asks. */
  current: string | undefined;
  /** How long a session in use goes on: it was last used this time (ms) before its end, to the minute. */
  sessionIdleMs: number;
}

/** The browsers in which a participant is logged in: the one that asks first, then those used last. */
export async function findDevices(
  { db, now }: Operation,
  { participantId, current, sessionIdleMs }: Viewed,
): Promise<LoggedInDevice[]> {
  const rows = await query(db)
    .selectFrom('device')
    .select(['id', 'name', 'last_used_at', 'key_hash'])
    .select(({ selectFrom }) =>
      selectFrom('session')
        .select(({ fn }) => fn.max('session.expires_at').as('end'))
        .whereRef('session.device_id', '=', 'device.id')
        .as('session_end'),
    )
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
    .orderBy('id')
    .execute();
  return rows
    .map(({ id, name, last_used_at, session_end, key_hash }) => ({
      id,
      name,
      lastUsedAt: new Date(
        Math.max(last_used_at.getTime(), session_end ? session_end.getTime() - sessionIdleMs : 0),
      ).toISOString(),
      isCurrent: id === current,
      isKept: key_hash !== null,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt));
}
