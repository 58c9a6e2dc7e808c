import type { Call } from '@stepwise/shared-contracts/calls/call';
import { notYet } from '../../http/app-error.ts';
import type { ParticipantRequest } from '../../http/route.ts';
import { Allocation } from './allocation.entities.ts';
import { armAt } from './permuted-blocks.ts';

/**
 * Draws the participant's arm: the next place of their stratum's list, once and for good. The counter's row is locked
 * until the transaction ends, so that two draws at once take two places and a failed one takes none.
 */
export async function drawAllocation(
  request: Pick<ParticipantRequest<Call>, 'em' | 'participant' | 'services' | 'now' | 'audit'>,
): Promise<void> {
  const { em, participant, services, now, audit } = request;
  const { stratum } = participant;
  if (!stratum || !participant.surveyDone || participant.surveyIneligible || !participant.consentAgree) {
    throw notYet('The draw needs an eligible survey and a consent.');
  }
  if (await em.findOne(Allocation, { participant: participant.id })) return;
  const [counter] = await em.execute<{ taken: number }[]>(
    `insert into allocation_counter (stratum, taken) values (?, 1)
     on conflict (stratum) do update set taken = allocation_counter.taken + 1 returning taken`,
    [stratum],
  );
  const position = (counter?.taken ?? 1) - 1;
  const arm = armAt(services.allocationSeed, stratum, position);
  em.create(Allocation, { participant: participant.id, stratum, position, arm, drawnAt: now });
  participant.randomise = arm === 'reduction';
  await audit('allocation.drawn', { after: { stratum, position } });
}
