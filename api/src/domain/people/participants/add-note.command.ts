import { notAllowed } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from './lock-participant.ts';
import { ParticipantNote } from './participant-note.entity.ts';

/**
 * Saves a note of a member of staff about a participant. A note whose id is known was sent twice and is saved once.
 * Throws not-found, and not-allowed for a participant who became anonymous.
 */
export const addNote = (
  op: Operation,
  participantId: string,
  { id, staffId, text }: { id: string; staffId: string; text: string },
): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    if (participant.dataConsent === 'anonymous') throw notAllowed('Nothing is noted about anonymous people.');
    if ((await op.db.count(ParticipantNote, { id })) > 0) return;
    op.db.create(ParticipantNote, { id, participant: participantId, staff: staffId, at: op.now, text });
    await op.db.flush();
    await op.audit('note.added', participantId, { after: { text } });
  });
