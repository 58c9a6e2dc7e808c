import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import * as z from 'zod';
import { StartError } from '../../platform/config/start-error.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { hashPassword } from '../../platform/passwords/password.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { endStaffSessions } from '../sessions/end-staff-sessions.ts';
import { randomWords } from '../staff/random-words.ts';
import { STAFF_ROLES, Staff } from '../staff/staff.entity.ts';
import { forgetSecondFactor } from './second-factor.command.ts';

const emailSchema = z.email().max(254).toLowerCase();
const newStaffSchema = z.object({
  name: z.string().trim().min(1).max(150),
  email: emailSchema,
  role: z.enum(STAFF_ROLES),
});

/** Just under 100 bits. */
const generatePassword = (): string => randomWords(5);

/** Adds a member of staff and returns their password, which is kept nowhere. Throws StartError in plain words. */
export async function addStaff(em: EntityManager, given: unknown, now: Date): Promise<string> {
  const details = newStaffSchema.safeParse(given);
  if (!details.success) {
    const faults = details.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new StartError(
      `Give a name, an e-mail address and a role (${STAFF_ROLES.join(' or ')}). Wrong: ${faults}.`,
    );
  }
  const { email } = details.data;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await em.transactional(async (tx) => {
    if ((await tx.count(Staff, { email })) > 0) throw new StartError(`${email} has an account already.`);
    const staff = tx.create(Staff, { ...details.data, passwordHash, createdAt: now });
    await tx.flush();
    await recordAuditEvent(tx, 'staff.added', originOf(staff, now), { after: nameAndRole(staff) });
  });
  return password;
}

/** Gives a member of staff a new password, returns it, and ends their sessions. */
export async function replaceStaffPassword(em: EntityManager, email: unknown, now: Date): Promise<string> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await em.transactional(async (tx) => {
    const staff = await findStaff(tx, email);
    staff.passwordHash = passwordHash;
    const origin = originOf(staff, now);
    await endStaffSessions(tx, staff.id, origin);
    await recordAuditEvent(tx, 'staff.password-replaced', origin, {});
  });
  return password;
}

/** Takes a member of staff's account away, and their sessions with it. The trail keeps what they did. */
export async function removeStaff(em: EntityManager, email: unknown, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    const staff = await findStaff(tx, email);
    const origin = originOf(staff, now);
    await endStaffSessions(tx, staff.id, origin);
    await recordAuditEvent(tx, 'staff.removed', origin, { before: nameAndRole(staff) });
    tx.remove(staff);
  });
}

/** Takes the second factor of somebody away who lost it, and ends their sessions. */
export async function resetStaffSecondFactor(em: EntityManager, email: unknown, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    const staff = await findStaff(tx, email);
    if (!staff.secondFactorSince) throw new StartError('This account has no second factor.');
    await forgetSecondFactor(tx, staff);
    const origin = originOf(staff, now);
    await endStaffSessions(tx, staff.id, origin);
    await recordAuditEvent(tx, 'staff.second-factor-reset', origin, {});
  });
}

async function findStaff(em: EntityManager, email: unknown): Promise<Staff> {
  const address = emailSchema.safeParse(email);
  // Held before the trail's lock, as the team's pages do.
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const staff = address.success ? await em.findOne(Staff, { email: address.data }, lock) : null;
  if (!staff) throw new StartError('Nobody on the team has this e-mail address.');
  return staff;
}

const nameAndRole = ({ name, role }: Staff) => ({ name, role });

const originOf = (staff: Staff, at: Date) => ({
  actor: 'operator' as const,
  onBehalfOf: null,
  subject: staff.id,
  requestId: randomUUID(),
  at,
});
