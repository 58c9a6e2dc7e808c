import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { notYet } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { type RandomisationPolicy, randomiseOrWait } from './randomise-or-wait.ts';

interface Confirmation extends RandomisationPolicy {
  /** Whether too many confirmed from the same network lately, so that the team checks first. */
  isBurst: () => Promise<boolean>;
}

/**
 * Saves that the participant confirmed the external questionnaire, which moves the home step to the plan, and randomises
 * them or saves what they wait for. Throws not-yet.
 */
export async function confirmQuestionnaire(
  op: Operation,
  participant: Participant,
  { isBurst, ...policy }: Confirmation,
): Promise<void> {
  const { homeStep, consentAgree } = participant;
  if (homeStep !== HOME_STEP.questionnaire || !consentAgree) throw notYet('An earlier step comes first.');
  if (!participant.questionnaireConfirmedAt) {
    participant.questionnaireConfirmedAt = op.now;
    await op.audit('questionnaire.confirmed', participant.id, {});
  }
  participant.homeStep = HOME_STEP.plan;
  await op.audit('home-step.changed', participant.id, {
    before: { homestep: HOME_STEP.questionnaire },
    after: { homestep: HOME_STEP.plan },
  });
  if (policy.allocation === 'automatic' && policy.confirmsAddress)
    participant.heldAsBurst ||= await isBurst();
  await randomiseOrWait(op, participant, policy);
  if (participant.awaitsRandomisation === 'address')
    await op.jobs.tryEnqueue(op.db, 'send-address-confirmation', participant.id, op.now);
}
