import { hashPassword, isPassword } from '../../../platform/passwords/password.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { PasswordResetToken } from '../accounts/password-reset.entities.ts';
import { endStaffSessions } from '../sessions/end-sessions.ts';
import { forgetSecondFactor, lockStaff, useCode } from './second-factor.command.ts';

/**
 * Changes the password of a member of staff, ends all their sessions and makes links to choose one worthless. False
 * where the old password is wrong.
 */
export async function changeOwnPassword(
  op: Operation,
  staffId: string,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<boolean> {
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(op, async (op) => {
    const staff = await lockStaff(op.db, staffId);
    if (!staff || !(await isPassword(staff.passwordHash, oldPassword))) return false;
    staff.passwordHash = passwordHash;
    await op.db.flush();
    await op.db.nativeDelete(PasswordResetToken, { staff: staffId });
    await endStaffSessions(op, staffId);
    await op.audit('staff.password-changed', staffId, {});
    return true;
  });
}

/**
 * Removes the second factor of a member of staff, by password and code, and ends all their sessions. Says which of the
 * two is wrong.
 */
export const removeOwnSecondFactor = (
  op: Operation,
  staffId: string,
  {
    password,
    code,
    serverSecrets,
  }: { password: string; code: string; serverSecrets: readonly [string, ...string[]] },
): Promise<'removed' | 'wrong-password' | 'wrong-code'> =>
  inTransaction(op, async (op) => {
    const staff = await lockStaff(op.db, staffId);
    if (!staff || !(await isPassword(staff.passwordHash, password))) return 'wrong-password';
    if (!(await useCode(op, staff, code, serverSecrets))) return 'wrong-code';
    await forgetSecondFactor(op.db, staff);
    await endStaffSessions(op, staffId);
    await op.audit('staff.second-factor-removed', staffId, {});
    return 'removed';
  });
