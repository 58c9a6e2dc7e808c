import { notAllowed } from '../../platform/errors/app-error.ts';
import { renewSession } from '../../platform/sessions/session.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockParticipant } from '../participants/lock-participant.ts';
import { endActingHere } from '../sessions/end-acting.command.ts';
import { lockStaff } from '../team/second-factor.command.ts';
import { ACTING_MINUTES } from './acting-rules.ts';

/**
 * Lets a member of staff act for a participant: a new session id, and the event of the trail, in one transaction. Acting
 * for somebody else ends. The participant's row is locked, so that a withdrawal at the same moment either refuses this
 * or ends it. Throws not-found, and not-allowed for somebody who no longer takes part.
 */
export async function startActing(
  request: StaffRequest,
  participantId: string,
  reason: string,
): Promise<void> {
  const { ctx, em, session, staff, now } = request;
  const until = now.getTime() + ACTING_MINUTES * 60_000;
  await em.transactional(async (tx) => {
    const participant = await lockParticipant(tx, participantId);
    if (participant.dataConsent)
      throw notAllowed('This person no longer takes part. Nobody can act for them.');
    if (!(await lockStaff(tx, staff.id))) throw notAllowed('You are no longer on the team.');
    const origin = { ...originOf(request, participantId), onBehalfOf: participantId };
    await endActingHere(tx, ctx, { staffId: staff.id, now });
    await recordAuditEvent(tx, 'acting.started', origin, {
      after: { reason, until: new Date(until).toISOString() },
    });
    const { startedAt, secondFactor } = session;
    await renewSession(
      ctx,
      now,
      {
        staffId: staff.id,
        participantId,
        acting: { reason, until },
        startedAt,
        ...(secondFactor && { secondFactor }),
      },
      tx,
    );
  });
}
