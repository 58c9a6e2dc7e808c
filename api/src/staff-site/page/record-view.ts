import { AuditEvent } from '../../domain/core/audit/audit.entities.ts';
import type { StaffRequest } from './staff-request.ts';

/** Opening a page again within this time is one view. */
const SAME_VIEW_MS = 15 * 60_000;

/**
 * Records that a member of staff sees a participant's page or the values of their events, or a list with their names
 * (`subject` null).
 */
export async function recordView({ op }: StaffRequest, subject: string | null): Promise<void> {
  const type = subject ? 'participant.viewed' : 'participants.listed';
  const at = { $gt: new Date(op.now.getTime() - SAME_VIEW_MS) };
  const known = await op.db.findOne(AuditEvent, { at, actor: op.actor, type, subject });
  if (!known) await op.audit(type, subject, {});
}
