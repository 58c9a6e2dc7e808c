import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { confirmByLink } from '../../people/address-confirmation/address-confirmation.ts';
import { awaitsRandomisation } from './confirm-randomisation.command.ts';
import { type RandomisationPolicy, randomiseOrWait } from './randomise-or-wait.ts';
import { isEligible } from './randomise-participant.command.ts';

/**
 * Confirms the address that a link went to, and randomises its participant where that is all they waited for. False for a
 * link that no longer works.
 */
export const confirmOwnAddress = (
  op: Operation,
  token: string,
  policy: RandomisationPolicy,
): Promise<boolean> =>
  inTransaction(op, async (op) => {
    const participant = await confirmByLink(op, token);
    if (!participant) return false;
    const waits = participant.awaitsRandomisation === 'address' && awaitsRandomisation(participant);
    if (waits && isEligible(participant))
      await randomiseOrWait({ ...op, actor: `participant:${participant.id}` }, participant, policy);
    return true;
  });
