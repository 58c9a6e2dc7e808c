import type { Context } from 'koa';
import type { EntityManager } from '../../database/orm.ts';
import { renewSession } from '../../http/session/session.ts';
import { originOf } from '../admin/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Staff } from './staff.entity.ts';

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
