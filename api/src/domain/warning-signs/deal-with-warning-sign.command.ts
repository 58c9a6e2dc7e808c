import type { EntityManager } from '../../platform/database/orm.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { type WarningAction, WarningSign, WarningStep } from '../tracker/warning-sign.entities.ts';

/** Keeps that this member of staff saw the newest record of the day, once. */
export async function logView(request: StaffRequest, sign: WarningSign): Promise<void> {
  const { em, staff, now } = request;
  await em.transactional(async (tx) => {
    await holdParticipantOf(tx, sign.id);
    const seen = await tx.count(WarningStep, { sign: sign.id, staff: staff.id, at: { $gte: sign.newestAt } });
    if (seen > 0) return;
    tx.create(WarningStep, { sign: sign.id, staff: staff.id, at: now });
    await tx.flush();
    const values = { after: { date: sign.date } };
    await recordAuditEvent(tx, 'warning-sign.looked-at', originOf(request, sign.participant), values);
  });
}

/**
 * Locks the participant's row, as every save of theirs does before the trail's lock: a check-up or a withdrawal at the
 * same moment comes before this or after it. Throws not-found when the sign is gone, or its person's name is since.
 */
async function holdParticipantOf(tx: EntityManager, signId: string): Promise<void> {
  const held = await tx.execute<unknown[]>(
    'select 1 from participant where id = (select participant_id from warning_sign where id = ?) for update',
    [signId],
  );
  if (held.length === 0) throw notFound();
}

interface Done {
  action: WarningAction;
  note: string;
  /** The newest record that the form was about. */
  newestAt: Date;
}

/**
 * Keeps what was done about a warning sign, and takes it out of the queue, or puts it back when nobody was reached. Returns false, with
 * nothing kept, when a newer record arrived since the form was shown. Throws not-found.
 */
export async function dealWithWarningSign(
  request: StaffRequest,
  id: string,
  { action, note, newestAt }: Done,
): Promise<boolean> {
  const { em, staff, now } = request;
  return em.transactional(async (tx) => {
    await holdParticipantOf(tx, id);
    const sign = await tx.findOne(WarningSign, { id }, { refresh: true });
    if (!sign) throw notFound();
    if (sign.newestAt.getTime() !== newestAt.getTime()) return false;
    tx.create(WarningStep, { sign: id, staff: staff.id, at: now, action, note });
    sign.closedAt = action === 'not-reached' ? null : now;
    await tx.flush();
    const values = { after: { date: sign.date, action, note } };
    await recordAuditEvent(tx, 'warning-sign.dealt-with', originOf(request, sign.participant), values);
    return true;
  });
}
