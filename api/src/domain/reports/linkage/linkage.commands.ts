import { randomUUID } from 'node:crypto';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { DataLock } from '../../data/data-locks/data-lock.entity.ts';
import { addSignature, type Signing } from '../../people/signatures/signatures.ts';
import { HASH_FORMAT, hashData } from '../locking/hash-data.ts';
import { Linkage } from './linkage.entity.ts';
import { type LinkageFile, makeLinkageFile } from './linkage-file.ts';

interface Signed {
  signing: Signing;
  reason: string;
}

/** The lock of everybody's data that is in force. Throws unprocessable where there is none, or the data are not as locked. */
async function findUnchangedLock({ db }: Operation): Promise<DataLock> {
  const lock = await db.findOne(DataLock, { participant: null, unlockedAt: null });
  if (!lock) throw new AppError('unprocessable', 'Everybody’s data have to be locked first.');
  if (lock.hashFormat !== HASH_FORMAT || (await hashData(db, null, lock.lockedAt)) !== lock.hash)
    throw new AppError(
      'unprocessable',
      'The data are not as they were locked. See the lock: unlock and lock again.',
    );
  return lock;
}

/** Starts the release of the linkage file. Throws unprocessable, and conflict where it was started under this lock. */
export const startLinkage = (op: Operation, { signing, reason }: Signed): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    const { id: lock } = await findUnchangedLock(op);
    const row = { id: randomUUID(), lock, startedBy: signing.staff, startedAt: now, reason };
    const made = await db.upsert(Linkage, row, { onConflictFields: ['lock'], onConflictAction: 'ignore' });
    if (made.id !== row.id) throw new AppError('conflict', 'It was started before.');
    await addSignature(op, signing, {
      ...{ kind: 'linkage-start', target: row.id, participant: null },
      content: { lock, reason },
    });
    await op.audit('linkage.started', null, { after: { lock, reason } });
  });

/**
 * Releases the linkage file, once, by a second member. Throws not-found, unprocessable where they started it themselves or
 * the data are not those of its lock, and conflict where it was released before.
 */
export const releaseLinkage = (op: Operation, id: string, { signing, reason }: Signed): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    const known = await db.findOne(Linkage, { id });
    if (!known) throw notFound();
    if (known.startedBy === signing.staff)
      throw new AppError('unprocessable', 'You started it: a second member of the team releases it.');
    const lock = await findUnchangedLock(op);
    if (known.lock !== lock.id)
      throw new AppError('unprocessable', 'The data were unlocked since. Start it again.');
    const { people, sha256 } = await makeLinkageFile(db);
    const released = await db.nativeUpdate(
      Linkage,
      { id, confirmedAt: null },
      { confirmedBy: signing.staff, confirmedAt: now, confirmReason: reason, people, sha256 },
    );
    if (released === 0) throw new AppError('conflict', 'It was released before.');
    await addSignature(op, signing, {
      ...{ kind: 'linkage', target: id, participant: null },
      content: { lock: lock.id, lockHash: lock.hash, sha256, reason },
    });
    const after = { lock: lock.id, lockHash: lock.hash, sha256, people, reason };
    await op.audit('linkage.released', null, { after });
  });

/** The file of a release as it is now, whose download the audit log keeps. Throws not-found before it is released. */
export const downloadLinkage = (op: Operation, id: string): Promise<LinkageFile> =>
  inTransaction(op, async (op) => {
    const known = await op.db.findOne(Linkage, { id, confirmedAt: { $ne: null } });
    if (!known) throw notFound();
    const file = await makeLinkageFile(op.db);
    await op.audit('linkage.downloaded', null, { after: { sha256: file.sha256, people: file.people } });
    return file;
  });
