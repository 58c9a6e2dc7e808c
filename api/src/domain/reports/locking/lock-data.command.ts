import { randomUUID } from 'node:crypto';
import { AppError } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { findLockOf } from '../../data/data-locks/check-unlocked.ts';
import { DataLock } from '../../data/data-locks/data-lock.entity.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { HASH_FORMAT, hashData } from './data-snapshot.ts';
import { findOpenWork, isSettled } from './find-open-work.ts';
import { findLastRecorded } from './find-recorded-since.ts';

/**
 * Locks the data of one participant, or of everybody (null), with the hash of what they are, and returns the lock's id.
 * Throws not-found, and unprocessable where they are locked already or anything is open (see `findOpenWork`).
 */
export const lockData = (
  op: Operation,
  participantId: string | null,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<string> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    if (participantId) await lockParticipant(db, participantId);
    // Each save of a participant's data locks their row first: those that run end before, others wait.
    else await db.execute('lock table participant in exclusive mode');
    const isLocked = participantId
      ? await findLockOf(db, participantId)
      : (await db.count(DataLock, { participant: null, unlockedAt: null })) > 0;
    if (isLocked) throw new AppError('unprocessable', 'The data are locked already.');
    if (!isSettled(await findOpenWork(op, participantId)))
      throw new AppError('unprocessable', 'Something is still open. It is listed above.');
    // What was recorded until now is locked, by whichever clock.
    const last = await findLastRecorded(db, participantId);
    const lockedAt = last && last > now ? last : now;
    const hash = await hashData(db, participantId, lockedAt);
    const id = randomUUID();
    await db.insert(DataLock, {
      ...{ id, participant: participantId, lockedBy: staffId, lockedAt, reason },
      ...{ hash, hashFormat: HASH_FORMAT },
    });
    await op.audit('data.locked', participantId, { after: { lock: id, hash, reason } });
    return id;
  });
