import type { Operation } from '../../core/operation/operation.ts';
import { findSignatures } from '../../people/signatures/signatures.ts';
import { DataLock } from './data-lock.entity.ts';

/** The locks whose unlocking one member signed and another has to sign as well. */
export async function findLocksToOpen(
  op: Operation,
): Promise<{ lock: string; signedBy: string; at: Date }[]> {
  const locks = await op.db.find(
    DataLock,
    { unlockedAt: null, unlockReason: { $ne: null } },
    { orderBy: { lockedAt: 'asc', id: 'asc' } },
  );
  const found = [];
  for (const { id } of locks) {
    const first = (await findSignatures(op, ['data-unlock'], id)).at(-1);
    if (first) found.push({ lock: id, signedBy: first.staff, at: first.signedAt });
  }
  return found;
}
