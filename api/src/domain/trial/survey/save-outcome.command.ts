import { LockMode } from '@mikro-orm/core';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import type { SurveyOutcome } from './score-survey.ts';

/**
 * Saves the outcome on the participant's account. Saving the same outcome again changes nothing, and once consent is given
 * the outcome is final: a stratum never changes after that. Null where the account was erased.
 */
export const saveOutcome = (
  op: Operation,
  participantId: string,
  outcome: SurveyOutcome,
): Promise<Participant | null> =>
  inTransaction(op, async (op) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const participant = await op.db.findOne(Participant, { id: participantId }, lock);
    if (!participant) return null;
    if (participant.homeStep <= HOME_STEP.consent && !participant.consentAgree) {
      const changes = changesOf(outcome, op.onBehalfOf !== null);
      const isNew = Object.entries(changes).some(
        ([key, value]) => participant[key as keyof Participant] !== value,
      );
      op.db.assign(participant, changes);
      if (isNew) await op.audit('survey.scored', participantId, { after: { ...outcome } });
    }
    return participant;
  });

/**
 * A survey done while acting is marked as such. The last survey counts, also one done while acting: an ineligible one
 * excludes the participant, an eligible one reverses what an earlier one found.
 */
function changesOf({ eligible, group, predict }: SurveyOutcome, isActing: boolean): Partial<Participant> {
  return {
    ...(isActing
      ? { actingDone: true, actingIneligible: !eligible }
      : { surveyDone: true, surveyIneligible: !eligible }),
    ...(eligible && {
      surveyDone: true,
      surveyIneligible: false,
      actingIneligible: false,
      homeStep: HOME_STEP.consent,
    }),
    stratum: group,
    predict,
  };
}
