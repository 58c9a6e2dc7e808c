import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { Signature } from '../../people/signatures/signature.entity.ts';
import { addSignature, findSignatures, type Signing } from '../../people/signatures/signatures.ts';
import { DataLock } from './data-lock.entity.ts';

/**
 * Opens a lock, with the reason. Once the linkage of outcomes with arms was released under it, the first signature only
 * asks for a second one, by another member, who signs the same reason. Throws not-found, conflict where it was opened before,
 * and not-allowed for one member's second signature.
 */
export const unlockData = (
  op: Operation,
  id: string,
  { signing, reason }: { signing: Signing; reason: string },
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    const known = await db.findOne(DataLock, { id }, { refresh: true });
    if (!known) throw notFound();
    if (known.participant) await lockParticipant(db, known.participant);
    const participant = known.participant ?? null;
    const signed = {
      ...{ kind: 'data-unlock' as const, target: id, participant },
      content: { lock: id, hash: known.hash, reason },
    };
    const first = known.unlockedAt ? undefined : (await findSignatures(op, ['data-unlock'], id)).at(-1);
    if (first?.staff === signing.staff)
      throw notAllowed('You signed the unlocking. Another member of the team signs it as well.');
    if (!first && (await isLinkageReleased(db, known.lockedAt))) {
      const asked = await db.nativeUpdate(DataLock, { id, unlockedAt: null }, { unlockReason: reason });
      if (asked === 0) throw new AppError('conflict', 'This lock was opened before.');
      await addSignature(op, signing, signed);
      return;
    }
    const values = { unlockedBy: signing.staff, unlockedAt: now, unlockReason: reason };
    const opened = await db.nativeUpdate(DataLock, { id, unlockedAt: null }, values);
    if (opened === 0) throw new AppError('conflict', 'This lock was opened before.');
    await addSignature(op, signing, signed);
    await op.audit('data.unlocked', participant, { after: { lock: id, reason } });
  });

/** Whether outcomes were linked with arms after an instant: each release of the linkage is signed. */
export const isLinkageReleased = async (db: EntityManager, since: Date): Promise<boolean> =>
  (await db.count(Signature, { kind: 'linkage', signedAt: { $gte: since } })) > 0;
