import { randomUUID } from 'node:crypto';
import { query } from '../../../platform/database/query.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { findLockOf } from './check-unlocked.ts';
import { DataLock } from './data-lock.entity.ts';
import { hashData } from './data-snapshot.ts';

/**
 * Locks the data of one participant, or of everybody (null), with the hash of what they are, and returns the lock's id.
 * Throws not-found, and unprocessable where they are locked already, a data query is not closed, or an adverse event is
 * not signed off.
 */
export const lockData = (op: Operation, participantId: string | null, staffId: string): Promise<string> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    if (participantId) await lockParticipant(db, participantId);
    // Each save of a participant's data locks their row first: those that run end before, others wait.
    else await db.execute('lock table participant in exclusive mode');
    const isLocked = participantId
      ? await findLockOf(db, participantId)
      : (await db.count(DataLock, { participant: null, unlockedAt: null })) > 0;
    if (isLocked) throw new AppError('unprocessable', 'The data are locked already.');
    const fault = await findUnsettled(op, participantId);
    if (fault) throw new AppError('unprocessable', fault);
    const hash = await hashData(db, participantId);
    const lock = { id: randomUUID(), participant: participantId, lockedBy: staffId, lockedAt: now, hash };
    await db.insert(DataLock, lock);
    await op.audit('data.locked', participantId, { after: { lock: lock.id, hash } });
    return lock.id;
  });

/** What has to be settled before the data are locked, in words; null where nothing has. */
async function findUnsettled({ db }: Operation, participantId: string | null): Promise<string | null> {
  const open = query(db)
    .selectFrom('data_query')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '<>', 'closed');
  const { count: queries } = await (participantId
    ? open.where('participant_id', '=', participantId)
    : open
  ).executeTakeFirstOrThrow();
  if (queries > 0)
    return queries === 1 ? 'A data query is not closed yet.' : `${queries} data queries are not closed yet.`;
  const unsigned = query(db)
    .selectFrom('adverse_event as e')
    .innerJoin('adverse_event_version as v', 'v.event_id', 'e.id')
    .innerJoin('participant as p', 'p.id', 'e.participant_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('v.superseded_at', 'is', null)
    .where('v.signed_at', 'is', null);
  const { count: events } = await (participantId
    ? unsigned.where('p.id', '=', participantId)
    : unsigned
  ).executeTakeFirstOrThrow();
  if (events === 0) return null;
  return events === 1
    ? 'An adverse event is not signed off yet.'
    : `${events} adverse events are not signed off yet.`;
}

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
