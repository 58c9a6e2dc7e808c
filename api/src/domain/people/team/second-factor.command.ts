import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { notifyOfChange } from '../account-notices/send-account-notice.job.ts';
import { Passkey } from '../passkeys/passkey.entity.ts';
import { endStaffSessions } from '../sessions/end-sessions.ts';
import { decryptSecret, encryptSecret } from '../staff/encrypt-secret.ts';
import {
  countRecoveryCodes,
  forgetRecoveryCodes,
  renewRecoveryCodes,
  useRecoveryCode,
} from '../staff/recovery-codes.ts';
import { Staff } from '../staff/staff.entity.ts';
import { findStep } from '../staff/totp.ts';

/** A member of staff as they are now, locked until the transaction ends: of two uses of a code at once, one is first. */
export const lockStaff = (tx: EntityManager, id: string): Promise<Staff | null> =>
  tx.findOne(Staff, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/**
 * Uses up a code of the authenticator app or a recovery code; false where it is wrong or was used before. The caller has
 * locked the row.
 */
export async function useCode(
  op: Operation,
  staff: Staff,
  given: string,
  serverSecrets: readonly [string, ...string[]],
): Promise<boolean> {
  const code = given.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) {
    if (!(await useRecoveryCode(op.db, staff.id, code))) return false;
    const codesLeft = await countRecoveryCodes(op.db, staff.id);
    await op.audit('staff.recovery-code-used', staff.id, { after: { codesLeft } });
    return true;
  }
  const encrypted = staff.secondFactorSecret;
  const secret = encrypted ? decryptSecret(encrypted, staff.id, serverSecrets) : null;
  const step = secret ? findStep(secret, code, op.now) : null;
  if (step === null || step <= (staff.secondFactorStep ?? 0)) return false;
  staff.secondFactorStep = step;
  const [current] = serverSecrets;
  // The server's earlier secrets are given up one day.
  if (secret && encrypted && decryptSecret(encrypted, staff.id, [current]) === null)
    staff.secondFactorSecret = encryptSecret(secret, staff.id, current);
  await op.db.flush();
  return true;
}

/**
 * Adds a second factor once a first code shows that the app has it, ends all sessions of the member of staff and returns
 * the recovery codes, which are not shown again. Null where the code is wrong, or there is a second factor already.
 */
export async function addSecondFactor(
  op: Operation,
  staffId: string,
  { secret, code, serverSecret }: { secret: string; code: string; serverSecret: string },
): Promise<string[] | null> {
  const step = findStep(secret, code.replace(/\s/g, ''), op.now);
  if (step === null) return null;
  return inTransaction(op, async (op) => {
    const staff = await lockStaff(op.db, staffId);
    if (!staff || staff.secondFactorSince) return null;
    Object.assign(staff, {
      secondFactorSince: op.now,
      secondFactorSecret: encryptSecret(secret, staffId, serverSecret),
      secondFactorStep: step,
    });
    await op.db.flush();
    const codes = await renewRecoveryCodes(op.db, staffId);
    await endStaffSessions(op, staffId);
    await op.audit('staff.second-factor-added', staffId, {});
    await notifyOfChange(op, 'second-factor-added', { staff: staffId });
    return codes;
  });
}

/** Removes the second factor and the passkeys beside it. The caller has locked the row, and ends the sessions that were begun with it. */
export async function forgetSecondFactor(tx: EntityManager, staff: Staff): Promise<void> {
  Object.assign(staff, { secondFactorSince: null, secondFactorSecret: null, secondFactorStep: null });
  await tx.flush();
  await forgetRecoveryCodes(tx, staff.id);
  await tx.nativeDelete(Passkey, { staff: staff.id });
}
