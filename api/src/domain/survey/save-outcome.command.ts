import { LockMode } from '@mikro-orm/core';
import type { surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';
import { presentUser } from '../../participant-api/participant/present-user.ts';
import type { VisitorRequest } from '../../participant-api/route/route.ts';
import { Participant } from '../participants/participant.entity.ts';
import type { SurveyOutcome } from './score-survey.ts';

/**
 * Keeps the outcome: a visitor's in their session until they sign up, a participant's on their account. Keeping the
 * same outcome again changes nothing, and once consent is given the outcome stands: a stratum never changes after that.
 * Returns the participant, or null for a visitor.
 */
export async function saveOutcome(
  request: VisitorRequest<typeof surveyScore>,
  outcome: SurveyOutcome,
): Promise<User | null> {
  const { em, session, services, audit } = request;
  const { participantId } = session;
  if (!participantId) {
    session.survey = outcome;
    return null;
  }
  return em.transactional(async (tx) => {
    const participant = await tx.findOne(
      Participant,
      { id: participantId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!participant) return null;
    if (participant.homeStep <= HOME_STEP.consent && !participant.consentAgree) {
      const changes = changesOf(outcome, session.acting !== undefined);
      const isNew = Object.entries(changes).some(
        ([key, value]) => participant[key as keyof Participant] !== value,
      );
      tx.assign(participant, changes);
      if (isNew) await audit(tx, 'survey.scored', participant.id, { after: { ...outcome } });
    }
    return presentUser(participant, services.content);
  });
}

/**
 * A survey done while acting is marked as such. The last survey counts, whoever did it: an ineligible one rules the
 * person out, an eligible one takes back what an earlier one found.
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
