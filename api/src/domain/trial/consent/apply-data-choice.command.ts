import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import { notAllowed } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import type { IDENTIFIED_BY, REQUEST_REASONS } from './data-consent-request.ts';
import { withdrawParticipant } from './withdraw.command.ts';

export interface DataConsentRequest {
  choice: DataConsent;
  identifiedBy: keyof typeof IDENTIFIED_BY;
  reason: keyof typeof REQUEST_REASONS;
}

/**
 * Applies what a participant chose by phone, as if they had chosen it themselves, in one transaction. Throws not-found,
 * also for the second of two requests, and not-allowed where there is nothing left to choose.
 */
export const applyDataChoice = (
  op: Operation,
  participantId: string,
  { choice, identifiedBy, reason }: DataConsentRequest,
): Promise<void> =>
  inTransaction({ ...op, onBehalfOf: participantId }, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    checkStillOpen(participant, choice);
    await withdrawParticipant(op, participant, choice, { carriedOutBy: 'team', reason });
    await op.audit('data-consent.carried-out', participantId, { after: { choice, identifiedBy, reason } });
  });

/** Throws not-allowed for a choice that was applied before, or that an earlier one leaves nothing of. */
export function checkStillOpen({ dataConsent }: Participant, choice: DataConsent): void {
  if (dataConsent === choice || dataConsent === 'anonymous') {
    throw notAllowed('This was done before. Nothing is left to do.');
  }
}
