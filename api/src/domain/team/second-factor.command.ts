import { LockMode } from '@mikro-orm/core';
import type { Context } from 'koa';
import type { EntityManager } from '../../platform/database/orm.ts';
import { renewSession } from '../../platform/sessions/session.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { endStaffSessions } from '../sessions/end-staff-sessions.ts';
import { decryptSecret, encryptSecret } from '../staff/encrypt-secret.ts';
import {
  countRecoveryCodes,
  forgetRecoveryCodes,
  renewRecoveryCodes,
  useRecoveryCode,
} from '../staff/recovery-codes.ts';
import { Staff } from '../staff/staff.entity.ts';
import { findStep } from '../staff/totp.ts';

/** A member of staff as they are now, held until the transaction ends: of two uses of a code at once, one is first. */
export const lockStaff = (tx: EntityManager, id: string): Promise<Staff | null> =>
  tx.findOne(Staff, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Uses a code of the app or a recovery code up; false where it is wrong or was used before. The caller holds the row. */
export async function useCode(
  tx: EntityManager,
  staff: Staff,
  typed: string,
  { ctx, now, serverSecret }: { ctx: Context; now: Date; serverSecret: string },
): Promise<boolean> {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) {
    if (!(await useRecoveryCode(tx, staff.id, code))) return false;
    const codesLeft = await countRecoveryCodes(tx, staff.id);
    const origin = originOf({ ctx, staff, now }, staff.id);
    await recordAuditEvent(tx, 'staff.recovery-code-used', origin, { after: { codesLeft } });
    return true;
  }
  const sealed = staff.secondFactorSecret;
  const secret = sealed ? decryptSecret(sealed, staff.id, serverSecret) : null;
  const step = secret ? findStep(secret, code, now) : null;
  if (step === null || step <= (staff.secondFactorStep ?? 0)) return false;
  staff.secondFactorStep = step;
  await tx.flush();
  return true;
}

/**
 * Adds a second factor once a first code shows that the app has it, ends the person's other sessions and returns the
 * recovery codes, which nobody sees again. Null where the code is wrong, or there is a second factor already.
 */
export async function addSecondFactor(
  request: StaffRequest,
  secret: string,
  typed: string,
): Promise<string[] | null> {
  const { ctx, em, session, services, now } = request;
  const step = findStep(secret, typed.replace(/\s/g, ''), now);
  if (step === null) return null;
  return em.transactional(async (tx) => {
    const staff = await lockStaff(tx, request.staff.id);
    if (!staff || staff.secondFactorSince) return null;
    Object.assign(staff, {
      secondFactorSince: now,
      secondFactorSecret: encryptSecret(secret, staff.id, services.linkSecret),
      secondFactorStep: step,
    });
    await tx.flush();
    const codes = await renewRecoveryCodes(tx, staff.id);
    const origin = originOf(request, staff.id);
    await endStaffSessions(tx, staff.id, origin);
    await recordAuditEvent(tx, 'staff.second-factor-added', origin, {});
    await renewSession(ctx, now, { staffId: staff.id, startedAt: session.startedAt, secondFactor: true }, tx);
    return codes;
  });
}

/** Takes the second factor away. The caller holds the row, and ends what was begun with it. */
export async function forgetSecondFactor(tx: EntityManager, staff: Staff): Promise<void> {
  Object.assign(staff, { secondFactorSince: null, secondFactorSecret: null, secondFactorStep: null });
  await tx.flush();
  await forgetRecoveryCodes(tx, staff.id);
}
