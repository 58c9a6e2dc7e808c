import { query } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { endActing } from './end-acting.command.ts';
import { SessionRow } from './session.entity.ts';

/**
 * Ends all acting for a participant, and every session and device of theirs but those of the session whose key has the
 * hash `current`, whose device stays locked.
 */
export async function endParticipantSessions(
  op: Operation,
  participantId: string,
  current = '',
): Promise<void> {
  const db = query(op.db);
  const own = db.selectFrom('session').select('device_id').where('key_hash', '=', current);
  await db
    .deleteFrom('device')
    .where('participant_id', '=', participantId)
    .where('id', 'not in', own.where('device_id', 'is not', null))
    .execute();
  // Before the audit log: a log-out in another tab locks the device first as well.
  if (current) await db.selectFrom('device').select('id').where('id', 'in', own).forUpdate().execute();
  await endActing(op, { column: 'participant_id', value: participantId });
  await op.db.nativeDelete(SessionRow, { participant: participantId, keyHash: { $ne: current } });
}

/** Ends every session of a member of staff, acting and a log-in that waits for its code included. */
export async function endStaffSessions(op: Operation, staffId: string): Promise<void> {
  await endActing(op, { column: 'staff_id', value: staffId });
  await op.db.nativeDelete(SessionRow, { staff: staffId });
}
