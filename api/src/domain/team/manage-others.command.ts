import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '../../platform/database/orm.ts';
import { notAllowed, notFound } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { endStaffSessions } from '../sessions/end-staff-sessions.ts';
import { Staff } from '../staff/staff.entity.ts';
import { forgetSecondFactor, lockStaff } from './second-factor.command.ts';

/** What a manager does with the accounts of others. Each throws not-found and, for their own account, not-allowed. */

/** Adds a member of staff, who is sent a link to choose a password. False where the address has an account already. */
export async function inviteStaff(
  request: StaffRequest,
  details: Pick<Staff, 'name' | 'email' | 'role'>,
): Promise<boolean> {
  const { em, now } = request;
  try {
    await em.transactional(async (tx) => {
      const staff = tx.create(Staff, { ...details, createdAt: now });
      await tx.flush();
      await sendLink(tx, request, staff);
      await recordAuditEvent(tx, 'staff.added', originOf(request, staff.id), {
        after: { name: staff.name, role: staff.role },
      });
    });
    return true;
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return false;
    throw error;
  }
}

/** Sends a link to choose a new password. The present one holds until the link is used. */
export const sendPasswordLink = (request: StaffRequest, id: string): Promise<void> =>
  changeOther(request, id, async (tx, staff) => {
    await sendLink(tx, request, staff);
    await recordAuditEvent(tx, 'staff.password-link-asked-for', originOf(request, id), {});
  });

/** Gives a role, and ends the person's sessions. */
export const changeRole = (request: StaffRequest, id: string, role: Staff['role']): Promise<void> =>
  changeOther(request, id, async (tx, staff) => {
    const before = staff.role;
    if (before === role) return;
    staff.role = role;
    await tx.flush();
    const origin = originOf(request, id);
    await endStaffSessions(tx, id, origin);
    await recordAuditEvent(tx, 'staff.role-changed', origin, {
      before: { role: before },
      after: { role },
    });
  });

/** Takes a second factor away that somebody lost, and ends their sessions. */
export const resetSecondFactor = (request: StaffRequest, id: string): Promise<void> =>
  changeOther(request, id, async (tx, staff) => {
    if (!staff.secondFactorSince) return;
    await forgetSecondFactor(tx, staff);
    const origin = originOf(request, id);
    await endStaffSessions(tx, id, origin);
    await recordAuditEvent(tx, 'staff.second-factor-reset', origin, {});
  });

/** Takes the account away, and its sessions with it. The trail keeps what the person did. */
export const removeMember = (request: StaffRequest, id: string): Promise<void> =>
  changeOther(request, id, async (tx, staff) => {
    const before = { name: staff.name, role: staff.role };
    const origin = originOf(request, id);
    await endStaffSessions(tx, id, origin);
    await tx.execute('delete from staff where id = ?', [id]);
    await recordAuditEvent(tx, 'staff.removed', origin, { before });
  });

/**
 * Changes somebody else's account, and only while the one who does it is a manager still. So the last manager cannot go,
 * not even when two remove one another at once: every such change holds all managers, in one order.
 */
async function changeOther(
  request: StaffRequest,
  id: string,
  change: (tx: EntityManager, staff: Staff) => Promise<void>,
): Promise<void> {
  if (id === request.staff.id) throw notAllowed('Your own account is changed on its own page.');
  await request.em.transactional(async (tx) => {
    const managers = await tx.execute<{ id: string }[]>(
      `select id from staff where role = 'manager' order by id for update`,
    );
    if (!managers.some((manager) => manager.id === request.staff.id))
      throw notAllowed('Your role on the team does not allow this.');
    const staff = await lockStaff(tx, id);
    if (!staff) throw notFound();
    await change(tx, staff);
  });
}

async function sendLink(
  tx: EntityManager,
  { ctx, services, now }: StaffRequest,
  staff: Staff,
): Promise<void> {
  const id = ctx.state.requestId as string;
  await tx.execute(
    'insert into password_reset_request (id, email, requested_at, staff_id) values (?, ?, ?, ?)',
    [id, staff.email, now, staff.id],
  );
  await services.jobs.enqueue(tx, 'send-password-reset', id, now);
}
