import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
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
  query(em)
    .selectFrom('data_lock')
    .select(['id', 'participant_id as participantId', 'locked_at as lockedAt'])
    .where('unlocked_at', 'is', null)
    .where((of) => of.or([of('participant_id', '=', participantId), of('participant_id', 'is', null)]))
    .orderBy('locked_at')
    .executeTakeFirst();

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
export async function recordingOperation(op: Operation, participantId: string): Promise<Operation> {
  const lock = await findLockOf(op.db, participantId);
  if (!lock || op.now > lock.lockedAt) return op;
  return { ...op, now: new Date(lock.lockedAt.getTime() + 1) };
}
