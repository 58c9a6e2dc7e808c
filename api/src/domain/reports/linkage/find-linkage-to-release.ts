import type { Operation } from '../../core/operation/operation.ts';
import { DataLock } from '../../data/data-locks/data-lock.entity.ts';
import { Linkage } from './linkage.entity.ts';

/** The linkage that was started under the lock in force and waits for a second member; null where there is none. */
export async function findLinkageToRelease({ db }: Operation): Promise<Linkage | null> {
  const lock = await db.findOne(DataLock, { participant: null, unlockedAt: null });
  return lock && db.findOne(Linkage, { lock: lock.id, confirmedAt: null });
}
