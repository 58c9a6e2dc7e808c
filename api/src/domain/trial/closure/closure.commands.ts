import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { notAllowed } from '../../../platform/errors/app-error.ts';
import { forgetReminder } from '../../care/reminders/daily-reminders.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { Closure, type ClosureReason } from './closure.entity.ts';

/**
 * Closes a participant's part in the trial: follow-ups and their messages end, and so do daily messages. Nothing that they
 * report is rejected. Closing again changes nothing. Throws not-found.
 */
export const closeParticipation = (
  op: Operation,
  participant: string,
  { reason, staffId }: { reason: ClosureReason; staffId: string },
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now, content } = op;
    await lockParticipant(db, participant);
    if ((await db.count(Closure, { participant, reopenedAt: null })) > 0) return;
    const closedOn = localDate(now, content.product.timeZone);
    db.create(Closure, { participant, reason, closedOn, closedAt: now, closedBy: staffId });
    await forgetReminder(db, participant);
    await db.flush();
    await op.audit('participation.closed', participant, { after: { reason } });
  });

/** Opens it again, where it was closed by mistake or they were found. Throws not-found, and not-allowed where it is not closed. */
export const reopenParticipation = (op: Operation, participant: string, staffId: string): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    await lockParticipant(db, participant);
    const closure = await db.findOne(Closure, { participant, reopenedAt: null });
    if (!closure) throw notAllowed('Their part in the trial is not closed.');
    Object.assign(closure, { reopenedAt: now, reopenedBy: staffId });
    await db.flush();
    await op.audit('participation.reopened', participant, { before: { reason: closure.reason } });
  });
