import type { Kysely } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query, subquery, type Tables } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** Rejects a change of locked data, by the code that every call of the plan has for a stage without it. */
class DataLocked extends AppError {
  constructor({ product }: Pick<Content, 'product'>) {
    const { emergency, counselling } = product.contacts;
    super(
      'not-yet',
      `The data of this participant are locked: the research team has to unlock them for this. In danger call ${emergency.number}; ${counselling.name} is on ${counselling.number}.`,
    );
  }
}

/** The lock that holds a participant's data now: their own, or everybody's. */
export const findLockOf = (em: EntityManager, participantId: string) =>
  lockOf(query(em), participantId)
    .select(['id', 'participant_id as participantId', 'locked_at as lockedAt'])
    .executeTakeFirst();

/** When that lock was set, as a value for `readValues`; null without one. */
export const selectLockedAt = (participantId: string) =>
  lockOf(subquery, participantId).select('locked_at').limit(1).$asScalar();

const lockOf = (from: Pick<Kysely<Tables>, 'selectFrom'>, participantId: string) =>
  from
    .selectFrom('data_lock')
    .where('unlocked_at', 'is', null)
    .where((of) => of.or([of('participant_id', '=', participantId), of('participant_id', 'is', null)]))
    .orderBy('locked_at');

/** Throws DataLocked. The caller has locked the participant's row, as who locks the data does. */
export async function checkUnlocked(
  { db, content }: { db: EntityManager; content: Content },
  participantId: string,
): Promise<void> {
  if (await findLockOf(db, participantId)) throw new DataLocked(content);
}

/**
 * The operation for what no lock rejects: check-ups, dose reports and adverse events. While the data are locked its time is
 * later than the lock, also where the two overlapped, since what is recorded after a lock is kept apart by its time. The
 * caller has locked the participant's row.
 */
export const recordingOperation = async (op: Operation, participantId: string): Promise<Operation> =>
  recordingAfter(op, (await findLockOf(op.db, participantId))?.lockedAt ?? null);

/** The same where it is known when the data were locked. */
export const recordingAfter = (op: Operation, lockedAt: Date | null): Operation =>
  !lockedAt || op.now > lockedAt ? op : { ...op, now: new Date(lockedAt.getTime() + 1) };
