import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { DataLock } from './data-lock.entity.ts';

/** Opens a lock, with the reason. Throws not-found, and conflict where it was opened before. */
export const unlockData = (
  op: Operation,
  id: string,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    const known = await db.findOne(DataLock, { id });
    if (!known) throw notFound();
    if (known.participant) await lockParticipant(db, known.participant);
    const values = { unlockedBy: staffId, unlockedAt: now, unlockReason: reason };
    const opened = await db.nativeUpdate(DataLock, { id, unlockedAt: null }, values);
    if (opened === 0) throw new AppError('conflict', 'This lock was opened before.');
    await op.audit('data.unlocked', known.participant ?? null, { after: { lock: id, reason } });
  });
