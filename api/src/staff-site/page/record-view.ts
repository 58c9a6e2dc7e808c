import { recordAuditEvent } from '../../domain/audit/record-audit-event.ts';
import { originOf, type StaffRequest } from './staff-request.ts';

/** Going to and fro on one errand is one view. */
const SAME_VIEW_MS = 15 * 60_000;

/**
 * Writes down that a member of staff sees a participant's page or the values of their events, or a list with
 * their names (`subject` null).
 */
export async function recordView(request: StaffRequest, subject: string | null): Promise<void> {
  const origin = originOf(request, subject);
  const type = subject ? 'participant.viewed' : 'participants.listed';
  const [known] = await request.em.execute(
    'select 1 from audit_event where at > ? and actor = ? and type = ? and subject is not distinct from ? limit 1',
    [new Date(request.now.getTime() - SAME_VIEW_MS), origin.actor, type, subject],
  );
  if (!known) await request.em.fork().transactional((tx) => recordAuditEvent(tx, type, origin, {}));
}
