import type { Context } from 'koa';
import type { Operation } from '../../domain/core/operation/operation.ts';
import type { Staff } from '../../domain/people/staff/staff.entity.ts';
import { rememberBrowser } from '../../request/known-browser.ts';
import { renewSession } from '../../request/renew-session.ts';
import type { Services } from '../../request/services.ts';

interface LogIn {
  /** Locked by the caller's transaction. */
  staff: Staff;
  withSecondFactor: boolean;
  /** A passkey stood for one factor or for both. */
  withPasskey?: boolean;
}

/** Logs a member of staff in, once everything asked for was right. */
export async function beginStaffSession(
  ctx: Context,
  op: Operation,
  services: Pick<Services, 'linkSecret' | 'earlierSecrets' | 'config'>,
  { staff, withSecondFactor, withPasskey = false }: LogIn,
): Promise<void> {
  staff.lastLogInAt = op.now;
  await op.db.flush();
  await op.audit('staff.logged-in', staff.id, withPasskey ? { after: { passkey: true } } : {});
  await renewSession(ctx, op, {
    staffId: staff.id,
    ...(withSecondFactor && { secondFactor: true as const }),
  });
  rememberBrowser(ctx, services, staff);
}
