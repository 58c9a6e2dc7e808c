import { AppError } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { Staff } from '../../people/staff/staff.entity.ts';
import { hasRight } from '../../people/staff/staff-rights.ts';
import { WarningOwner } from './warning-owner.entity.ts';

/** The members of the team who handle warning signs, by name. */
export async function findWarningStaff({ db }: Operation): Promise<Staff[]> {
  const staff = await db.findAll(Staff, { orderBy: { name: 'asc', id: 'asc' } });
  return staff.filter((each) => hasRight(each, 'review-warnings'));
}

/**
 * Says who deals with a participant's warning signs; null for no one. Throws not-found, and unprocessable for who does not
 * handle warning signs.
 */
export const setWarningOwner = (
  op: Operation,
  participantId: string,
  staffId: string | null,
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db } = op;
    await lockParticipant(db, participantId);
    const known = await db.findOne(WarningOwner, { participant: participantId }, { refresh: true });
    const before = known?.staff ?? null;
    if (before === staffId) return;
    if (staffId && !(await findWarningStaff(op)).some(({ id }) => id === staffId))
      throw new AppError('unprocessable', 'Choose a member of the team who handles warning signs.');
    if (known) await db.nativeDelete(WarningOwner, { participant: participantId });
    if (staffId) await db.insert(WarningOwner, { participant: participantId, staff: staffId, since: op.now });
    await op.audit('warning-sign.owner-changed', participantId, {
      before: { staffId: before },
      after: { staffId },
    });
  });
