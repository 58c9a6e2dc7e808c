import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { AppError, notAllowed, notFound, notYet } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { checkUnlocked } from '../../data/data-locks/check-unlocked.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { findFollowUps } from './find-follow-ups.ts';
import { FollowUpDone } from './follow-up.entities.ts';

/**
 * Saves that a follow-up was done, on a day (YYYY-MM-DD) of the trial's time zone: today where none is given. Throws
 * not-found for another follow-up than the participant's, not-yet before its window opens, not-allowed where it was done
 * before or the participant stopped the follow-up, and unprocessable for a day before the window or ahead, and DataLocked.
 */
export const completeFollowUp = (
  op: Operation,
  participantId: string,
  { months, doneOn: given }: { months: number; doneOn?: string | undefined },
): Promise<void> =>
  inTransaction(op, async (op) => {
    await lockParticipant(op.db, participantId);
    await checkUnlocked(op, participantId);
    const followUp = (await findFollowUps(op, participantId)).find((each) => each.months === months);
    if (!followUp) throw notFound();
    const { state, opensOn } = followUp;
    if (followUp.doneOn) throw notAllowed('This questionnaire was reported as done before.');
    if (state === 'not-applicable') throw notAllowed('Follow-ups have ended for this person.');
    if (state === 'planned') throw notYet('This questionnaire is not due yet.');
    const today = localDate(op.now, op.content.product.timeZone);
    const doneOn = given ?? today;
    if (doneOn < opensOn || doneOn > today)
      throw new AppError('unprocessable', 'This day cannot be the one.', [
        { path: ['doneOn'], message: 'Give a day from the first of the window to today.' },
      ]);
    const [kind, id] = op.actor.split(':');
    const isTeam = kind === 'staff';
    op.db.create(FollowUpDone, {
      participant: participantId,
      months,
      doneOn,
      reportedAt: op.now,
      reportedBy: isTeam ? 'team' : 'participant',
      staff: isTeam ? id : null,
    });
    await op.db.flush();
    await op.audit('follow-up.done', participantId, { after: { months, doneOn } });
  });
