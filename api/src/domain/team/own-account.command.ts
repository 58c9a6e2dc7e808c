import { hashPassword, isPassword } from '../../platform/passwords/password.ts';
import { renewSession } from '../../platform/sessions/session.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { endStaffSessions } from '../sessions/end-staff-sessions.ts';
import { forgetSecondFactor, lockStaff, useCode } from './second-factor.command.ts';

/**
 * Changes one's own password, ends one's other sessions and makes links to choose one worthless. False where the old
 * password is wrong.
 */
export async function changeOwnPassword(
  request: StaffRequest,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<boolean> {
  const { ctx, em, session, services, now } = request;
  await services.rateLimits.staffProof(request.staff.id);
  const passwordHash = await hashPassword(newPassword);
  const isChanged = await em.transactional(async (tx) => {
    const staff = await lockStaff(tx, request.staff.id);
    if (!staff || !(await isPassword(staff.passwordHash, oldPassword))) return false;
    staff.passwordHash = passwordHash;
    await tx.flush();
    await tx.execute('delete from password_reset_token where staff_id = ?', [staff.id]);
    const origin = originOf(request, staff.id);
    await endStaffSessions(tx, staff.id, origin);
    await recordAuditEvent(tx, 'staff.password-changed', origin, {});
    const { startedAt, secondFactor } = session;
    await renewSession(ctx, now, { staffId: staff.id, startedAt, ...(secondFactor && { secondFactor }) }, tx);
    return true;
  });
  if (isChanged) await services.rateLimits.staffProved(request.staff.id);
  return isChanged;
}

/** Takes one's own second factor away, by password and code, and ends one's other sessions. Says which of them is wrong. */
export async function removeOwnSecondFactor(
  request: StaffRequest,
  { password, code }: { password: string; code: string },
): Promise<'removed' | 'wrong-password' | 'wrong-code'> {
  const { ctx, em, session, services, now } = request;
  await services.rateLimits.staffProof(request.staff.id);
  const outcome = await em.transactional(async (tx) => {
    const staff = await lockStaff(tx, request.staff.id);
    if (!staff || !(await isPassword(staff.passwordHash, password))) return 'wrong-password';
    if (!(await useCode(tx, staff, code, { ctx, now, serverSecret: services.linkSecret })))
      return 'wrong-code';
    await forgetSecondFactor(tx, staff);
    const origin = originOf(request, staff.id);
    await endStaffSessions(tx, staff.id, origin);
    await recordAuditEvent(tx, 'staff.second-factor-removed', origin, {});
    await renewSession(ctx, now, { staffId: staff.id, startedAt: session.startedAt }, tx);
    return 'removed';
  });
  if (outcome === 'removed') await services.rateLimits.staffProved(request.staff.id);
  return outcome;
}
