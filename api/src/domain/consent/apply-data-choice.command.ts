import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import { notAllowed } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import type { Participant } from '../participants/participant.entity.ts';
import type { IDENTIFIED_BY, REQUEST_REASONS } from './data-consent-request.ts';
import { withdrawParticipant } from './withdraw.command.ts';

export interface DataConsentRequest {
  choice: DataConsent;
  identifiedBy: keyof typeof IDENTIFIED_BY;
  reason: keyof typeof REQUEST_REASONS;
}

/**
 * Carries out what a participant asked for by phone, as if they had chosen it themselves, in one transaction. Throws
 * not-found, also for whoever comes second, and not-allowed where there is nothing left to choose.
 */
export async function applyDataChoice(
  request: StaffRequest,
  participantId: string,
  { choice, identifiedBy, reason }: DataConsentRequest,
): Promise<void> {
  const { em, session, services, now } = request;
  if (session.participantId === participantId) {
    throw notAllowed('You act for this participant. Log out on their own pages first.');
  }
  await em.transactional(async (tx) => {
    const participant = await lockParticipant(tx, participantId);
    checkStillOpen(participant, choice);
    const origin = { ...originOf(request, participantId), onBehalfOf: participantId };
    await recordAuditEvent(tx, 'data-consent.chosen', origin, { after: { choice } });
    await withdrawParticipant({ em: tx, participant, services, now }, choice, 'team', origin);
    await recordAuditEvent(tx, 'data-consent.carried-out', origin, {
      after: { choice, identifiedBy, reason },
    });
  });
  // The database let go of it for the whole team; this request would write it again.
  delete session.participantFilter;
  delete session.auditFilter;
}

/** Throws not-allowed for a choice that was carried out before, or that an earlier one leaves nothing of. */
export function checkStillOpen({ dataConsent }: Participant, choice: DataConsent): void {
  if (dataConsent === choice || dataConsent === 'anonymous') {
    throw notAllowed('This was done before. Nothing is left to do.');
  }
}
