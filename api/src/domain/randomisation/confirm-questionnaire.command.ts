import type { Call } from '@stepwise/shared-contracts/calls/call';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import { notYet } from '../../platform/errors/app-error.ts';
import { randomiseParticipant } from './randomise-participant.command.ts';

/**
 * The participant says that the external questionnaire is done, which is kept the first time. With automatic allocation
 * the draw follows at once and the plan opens; otherwise somebody with the right draws later, and the step stays until
 * then.
 */
export async function confirmQuestionnaire(request: ParticipantRequest<Call>): Promise<void> {
  const { participant, services, now, audit } = request;
  if (participant.homeStep !== HOME_STEP.questionnaire) throw notYet('An earlier step comes first.');
  if (!participant.questionnaireConfirmedAt) {
    participant.questionnaireConfirmedAt = now;
    await audit('questionnaire.confirmed', {});
  }
  if (services.config.allocation === 'automatic') await randomiseParticipant(request);
}
