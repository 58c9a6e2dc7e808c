import type { Config } from '../../../platform/config/config.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { isAddressConfirmed } from '../../people/address-confirmation/address-confirmation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { findPossibleDuplicates } from './find-possible-duplicates.ts';
import { type RandomisationKeys, randomiseParticipant } from './randomise-participant.command.ts';
import { notifyAllocators } from './send-allocation-notice.job.ts';

export interface RandomisationPolicy extends RandomisationKeys {
  allocation: Config['allocation'];
  /** Mail really goes out: the address is confirmed first, and what looks like no person of its own waits for the team. */
  confirmsAddress: boolean;
}

export const randomisationPolicy = (
  { allocation, auditKey, mail }: Pick<Config, 'allocation' | 'auditKey' | 'mail'>,
  allocationSeed: string,
): RandomisationPolicy => ({ allocation, auditKey, allocationSeed, confirmsAddress: mail !== undefined });

/**
 * Randomises a participant whose questionnaire is confirmed, or saves what they wait for: their address, or the team, where
 * allocation is manual or a check holds them. Part of the transaction that locked the participant's row.
 */
export async function randomiseOrWait(
  op: Operation,
  participant: Participant,
  { allocation, confirmsAddress, ...keys }: RandomisationPolicy,
): Promise<void> {
  if (allocation === 'automatic') {
    if (!confirmsAddress) return randomiseParticipant(op, participant, keys);
    if (!(await isAddressConfirmed(op.db, participant))) {
      participant.awaitsRandomisation = 'address';
      return;
    }
    const duplicates = await findPossibleDuplicates(op.db, participant.id);
    if (duplicates.length === 0 && !participant.heldAsBurst)
      return randomiseParticipant(op, participant, keys);
    const reasons = new Set(duplicates.map(({ likeness }) => likeness));
    await op.audit('randomisation.held', participant.id, {
      after: { reasons: [...(participant.heldAsBurst ? (['burst'] as const) : []), ...reasons] },
    });
  }
  participant.awaitsRandomisation = 'team';
  if (allocation === 'manual') await notifyAllocators(op, participant.id);
}
