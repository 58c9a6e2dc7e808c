import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { notYet } from '../../platform/errors/app-error.ts';
import type { Operation } from '../operation/operation.ts';
import type { Participant } from '../participants/participant.entity.ts';
import { type RandomisationKeys, randomiseParticipant } from './randomise-participant.command.ts';

interface AllocationSettings extends RandomisationKeys {
  allocation: 'automatic' | 'manual';
}

/**
 * Saves that the participant confirmed the external questionnaire, the first time. With automatic allocation they are
 * randomised at once and the plan opens; otherwise a member of staff randomises them later, and the step stays until then.
 */
export async function confirmQuestionnaire(
  op: Operation,
  participant: Participant,
  { allocation, ...keys }: AllocationSettings,
): Promise<void> {
  if (participant.homeStep !== HOME_STEP.questionnaire) throw notYet('An earlier step comes first.');
  if (!participant.questionnaireConfirmedAt) {
    participant.questionnaireConfirmedAt = op.now;
    await op.audit('questionnaire.confirmed', participant.id, {});
  }
  if (allocation === 'automatic') await randomiseParticipant(op, participant, keys);
}
