import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import { notAllowed } from '../../../platform/errors/app-error.ts';
import { checkPlanAllows } from '../../care/plan/plan-state.ts';
import { forgetReminder } from '../../care/reminders/daily-reminders.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { addStop } from './add-stop.ts';

/**
 * Takes a participant out of the plan, at the dose they take now; follow-ups go on. Throws not-found, and what the table of
 * the plan's states gives: not-yet before the plan is offered, after leaving it and after a withdrawal.
 */
export const leavePlan = (op: Operation, participantId: string, reason: StopReason): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    await checkPlanAllows(op, participant, 'leavePlan');
    await forgetReminder(op.db, participantId);
    const carriedOutBy = op.actor.startsWith('staff:') ? 'team' : 'participant';
    participant.leftPlanOn = addStop(op, participantId, 'plan', { reason, carriedOutBy });
    await op.db.flush();
    await op.audit('plan.left', participantId, { after: { reason } });
  });

/** Opens the plan again where it was left. Throws not-found, and not-allowed where it was not left. */
export const resumePlan = (op: Operation, participantId: string): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    if (!participant.leftPlanOn || participant.dataConsent)
      throw notAllowed('There is no plan to open again.');
    participant.leftPlanOn = null;
    await op.db.flush();
    await op.audit('plan.resumed', participantId, {});
  });
