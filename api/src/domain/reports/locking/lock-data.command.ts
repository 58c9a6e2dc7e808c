import { randomUUID } from 'node:crypto';
import { AppError } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { findLockOf } from '../../data/data-locks/check-unlocked.ts';
import { DataLock } from '../../data/data-locks/data-lock.entity.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { addSignature, type Signing } from '../../people/signatures/signatures.ts';
import { findOpenWork, isSettled } from './find-open-work.ts';
import { findLastRecorded } from './find-recorded-since.ts';
import { HASH_FORMAT, hashData } from './hash-data.ts';

/**
 * Locks the data of one participant, or of everybody (null), with the hash of what they are, and returns the lock's id.
 * Throws not-found, and unprocessable where they are locked already or anything is open (see `findOpenWork`).
 */
export const lockData = (
  op: Operation,
  participantId: string | null,
  { signing, reason }: { signing: Signing; reason: string },
): Promise<string> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    if (participantId) await lockParticipant(db, participantId);
    // Each save of a participant's data locks their row first: those that run end before, others wait.
    else await db.execute('lock table participant in exclusive mode');
    const fault = await lockFault(op, participantId);
    if (fault) throw new AppError('unprocessable', fault);
    // What was recorded until now is locked, by whichever clock.
    const last = await findLastRecorded(db, participantId);
    const lockedAt = last && last > now ? last : now;
    const hash = await hashData(db, participantId, lockedAt);
    const id = randomUUID();
    await db.insert(DataLock, {
      ...{ id, participant: participantId, lockedBy: signing.staff, lockedAt, reason },
      ...{ hash, hashFormat: HASH_FORMAT },
    });
    const content = lockedContent({ id, hash, reason });
    await addSignature(op, signing, { kind: 'data-lock', target: id, participant: participantId, content });
    await op.audit('data.locked', participantId, { after: { lock: id, hash, reason } });
    return id;
  });

/** What the signature of a lock is of. */
export const lockedContent = ({ id, hash, reason }: Pick<DataLock, 'id' | 'hash' | 'reason'>) => ({
  ...{ lock: id, hash, reason: reason ?? null },
});

/** Why the data of one participant, or of everybody (null), cannot be locked now, in words; null where they can. */
export async function lockFault(op: Operation, participantId: string | null): Promise<string | null> {
  const isLocked = participantId
    ? await findLockOf(op.db, participantId)
    : (await op.db.count(DataLock, { participant: null, unlockedAt: null })) > 0;
  if (isLocked) return 'The data are locked already.';
  return isSettled(await findOpenWork(op, participantId))
    ? null
    : 'Something is still open. It is listed above.';
}
