import type { Context } from 'koa';
import { recordAuditEvent } from '../../domain/audit/record-audit-event.ts';
import type { Staff } from '../../domain/staff/staff.entity.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { renewSession } from '../../platform/sessions/session.ts';
import { originOf } from '../page/staff-request.ts';

interface LogIn {
  ctx: Context;
  /** Held by the caller's transaction. */
  staff: Staff;
  now: Date;
  withSecondFactor: boolean;
}

/** Logs a member of staff in, once everything asked for was right. */
export async function beginStaffSession(
  tx: EntityManager,
  { ctx, staff, now, withSecondFactor }: LogIn,
): Promise<void> {
  staff.lastLogInAt = now;
  await tx.flush();
  await recordAuditEvent(tx, 'staff.logged-in', originOf({ ctx, staff, now }, staff.id), {});
  const data = { staffId: staff.id, ...(withSecondFactor && { secondFactor: true as const }) };
  await renewSession(ctx, now, data, tx);
}
