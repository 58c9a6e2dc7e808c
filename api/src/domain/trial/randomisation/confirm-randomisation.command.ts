import { notYet } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { Allocation } from './allocation.entities.ts';
import { type RandomisationKeys, randomiseParticipant } from './randomise-participant.command.ts';

/** The questionnaire is confirmed, and the participant is not randomised yet. */
export const awaitsRandomisation = ({
  awaitsRandomisation,
  dataConsent,
}: Pick<Participant, 'awaitsRandomisation' | 'dataConsent'>): boolean =>
  awaitsRandomisation != null && dataConsent == null;

/**
 * Randomises a participant who waits, by a member of staff. The participant's row is locked, so that of several requests
 * at once one randomises and the others find it done. Throws not-found and not-yet.
 */
export const confirmRandomisation = (
  op: Operation,
  participantId: string,
  keys: RandomisationKeys,
): Promise<void> =>
  inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, participantId);
    if (await op.db.findOne(Allocation, { participant: participantId })) return;
    if (!awaitsRandomisation(participant)) throw notYet('This participant does not wait to be randomised.');
    await randomiseParticipant(op, participant, keys);
  });
