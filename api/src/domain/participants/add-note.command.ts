import { notAllowed } from '../../platform/errors/app-error.ts';
import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { lockParticipant } from './lock-participant.ts';
import { ParticipantNote } from './participant-note.entity.ts';

/**
 * Keeps a note about a participant. A note whose id is there already was sent twice and is kept once. Throws not-found,
 * and not-allowed for somebody who became anonymous.
 */
export async function addNote(
  request: StaffRequest,
  participantId: string,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { em, staff, now } = request;
  await em.transactional(async (tx) => {
    const participant = await lockParticipant(tx, participantId);
    if (participant.dataConsent === 'anonymous') throw notAllowed('Nothing is noted about anonymous people.');
    if ((await tx.count(ParticipantNote, { id })) > 0) return;
    tx.create(ParticipantNote, { id, participant: participantId, staff: staff.id, at: now, text });
    await tx.flush();
    await recordAuditEvent(tx, 'note.added', originOf(request, participantId), { after: { text } });
  });
}
