import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { hashPassword } from '../../../platform/passwords/password.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { PasswordResetRequest } from '../accounts/password-reset.entities.ts';
import { removePasskeys } from '../passkeys/passkeys.command.ts';
import { endStaffSessions } from '../sessions/end-sessions.ts';
import { Staff, type StaffRole } from '../staff/staff.entity.ts';
import { forgetSecondFactor, lockStaff } from './second-factor.command.ts';

/**
 * What a manager, or the operator by the command line, does with the accounts of members of staff. Each throws
 * not-found and, for a manager's own account, not-allowed.
 */

/**
 * Adds a member of staff, with a password or else a link by which they choose one. False where the address has an
 * account already.
 */
export async function addStaff(
  op: Operation,
  details: Pick<Staff, 'name' | 'email' | 'roles'>,
  password?: string,
): Promise<boolean> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  try {
    await inTransaction(op, async (op) => {
      const staff = op.db.create(Staff, { ...details, passwordHash, createdAt: op.now });
      await op.db.flush();
      if (!passwordHash) await sendLink(op, staff);
      await op.audit('staff.added', staff.id, { after: nameAndRoles(staff) });
    });
    return true;
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return false;
    throw error;
  }
}

/** Sends a link to choose a new password. The present one works until the link is used. */
export const sendPasswordLink = (op: Operation, id: string): Promise<void> =>
  changeAccount(op, id, async (op, staff) => {
    await sendLink(op, staff);
    await op.audit('staff.password-link-asked-for', id, {});
  });

/** Replaces the password, removes the account's passkeys and ends its sessions. */
export async function replacePassword(op: Operation, id: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await changeAccount(op, id, async (op, staff) => {
    staff.passwordHash = passwordHash;
    await op.db.flush();
    await removePasskeys(op, { staff: id });
    await endStaffSessions(op, id);
    await op.audit('staff.password-replaced', id, {});
  });
}

/** Changes the roles, and ends the account's sessions. Throws not-allowed where no manager would be left. */
export const changeRoles = (op: Operation, id: string, roles: StaffRole[]): Promise<void> =>
  changeAccount(op, id, async (op, staff) => {
    const before = staff.roles;
    if (before.join() === roles.join()) return;
    staff.roles = roles;
    await op.db.flush();
    if (before.includes('manager')) await checkManagerLeft(op.db);
    await endStaffSessions(op, id);
    await op.audit('staff.role-changed', id, { before: { roles: before }, after: { roles } });
  });

/** Removes a lost second factor, and ends the account's sessions. */
export const resetSecondFactor = (op: Operation, id: string): Promise<void> =>
  changeAccount(op, id, async (op, staff) => {
    if (!staff.secondFactorSince) return;
    await forgetSecondFactor(op.db, staff);
    await endStaffSessions(op, id);
    await op.audit('staff.second-factor-reset', id, {});
  });

/**
 * Removes the account, and ends its sessions. The audit log keeps what the member of staff did. Throws not-allowed where
 * no manager would be left.
 */
export const removeStaff = (op: Operation, id: string): Promise<void> =>
  changeAccount(op, id, async (op, staff) => {
    const before = nameAndRoles(staff);
    await endStaffSessions(op, id);
    await op.db.nativeDelete(Staff, { id });
    if (before.roles.includes('manager')) await checkManagerLeft(op.db);
    await op.audit('staff.removed', id, { before });
  });

/**
 * Changes an account, where a manager asks only while they are one still. So the last manager cannot be removed, not
 * even when two remove one another at once: every such change locks all managers, in one order.
 */
async function changeAccount(
  op: Operation,
  id: string,
  change: (op: Operation, staff: Staff) => Promise<void>,
): Promise<void> {
  if (op.actor === `staff:${id}`) throw notAllowed('Your own account is changed on its own page.');
  await inTransaction(op, async (op) => {
    const managers = await managersOf(op.db).orderBy('id').forUpdate().execute();
    if (op.actor !== 'operator' && !managers.some((manager) => op.actor === `staff:${manager.id}`))
      throw notAllowed('Your role on the team does not allow this.');
    const staff = await lockStaff(op.db, id);
    if (!staff) throw notFound();
    await change(op, staff);
  });
}

const managersOf = (em: EntityManager) =>
  query(em).selectFrom('staff').select('id').where(sql<boolean>`'manager' = any(roles)`);

/** Without a manager the team's pages could not make another one. */
async function checkManagerLeft(em: EntityManager): Promise<void> {
  const left = await managersOf(em).limit(1).execute();
  if (left.length === 0) throw notAllowed('The team needs a manager. Make another member a manager first.');
}

async function sendLink({ db, jobs, now, requestId }: Operation, staff: Staff): Promise<void> {
  const { email, id } = staff;
  await db.insert(PasswordResetRequest, { id: requestId, email, requestedAt: now, staff: id });
  await jobs.enqueue(db, 'send-password-reset', requestId, now);
}

const nameAndRoles = ({ name, roles }: Staff) => ({ name, roles });
