import type { EntityManager } from '../../../platform/database/orm.ts';
import { DataLock } from '../../data/data-locks/data-lock.entity.ts';
import { HASH_FORMAT, hashData } from '../locking/hash-data.ts';
import { Linkage } from './linkage.entity.ts';

/** What the manifest of an export says of the lock of everybody's data in force, and of the newest linkage released. */
export interface ExportProof {
  /** `unchanged`: the data of this export, as recorded until the lock, have the lock's hash. */
  lock: { lockedAt: string; sha256: string; unchanged: boolean } | null;
  linkage: { releasedAt: string; sha256: string; lockSha256: string } | null;
}

/** Read in the transaction of the export, so that the data compared are those exported. */
export async function findProof(em: EntityManager): Promise<ExportProof> {
  const lock = await em.findOne(DataLock, { participant: null, unlockedAt: null });
  const linkage = await em.findOne(
    Linkage,
    { confirmedAt: { $ne: null } },
    { orderBy: { confirmedAt: 'desc' } },
  );
  return {
    lock: lock && {
      lockedAt: lock.lockedAt.toISOString(),
      sha256: lock.hash,
      unchanged: lock.hashFormat === HASH_FORMAT && (await hashData(em, null, lock.lockedAt)) === lock.hash,
    },
    linkage: linkage && {
      releasedAt: linkage.confirmedAt?.toISOString() ?? '',
      sha256: linkage.sha256 ?? '',
      lockSha256: (await em.findOneOrFail(DataLock, { id: linkage.lock })).hash,
    },
  };
}
