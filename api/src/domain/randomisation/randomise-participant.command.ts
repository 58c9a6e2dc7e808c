import type { Call } from '@stepwise/shared-contracts/calls/call';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { ParticipantRequest, Services } from '../../participant-api/route/route.ts';
import { notYet } from '../../platform/errors/app-error.ts';
import { signAuditHead } from '../audit/audit-head.ts';
import { lockAuditLog } from '../audit/record-audit-event.ts';
import { Allocation } from './allocation.entities.ts';
import { commitmentOf } from './commitment.ts';
import { armAt } from './permuted-blocks.ts';

/** In the transaction that holds the lock of the participant's row. */
type DrawRequest = Pick<ParticipantRequest<Call>, 'em' | 'participant' | 'now' | 'audit'> & {
  services: Pick<Services, 'allocationSeed' | 'config'>;
};

/**
 * Draws the participant's arm, the next place of their stratum's list, once and for good, and opens the next step. The
 * counter's row is locked until the transaction ends, so that two draws at once take two places and a failed one takes
 * none. Throws not-yet.
 */
export async function randomiseParticipant({
  em,
  participant,
  services,
  now,
  audit,
}: DrawRequest): Promise<void> {
  const { stratum } = participant;
  if (!stratum || !participant.surveyDone || participant.surveyIneligible || !participant.consentAgree) {
    throw notYet('The draw needs an eligible survey and a consent.');
  }
  if (await em.findOne(Allocation, { participant: participant.id })) return;
  // The trail before the counter, as where somebody's own confirmation draws: two draws never wait for each other.
  await lockAuditLog(em);
  const [counter] = await em.execute<{ taken: number }[]>(
    `insert into allocation_counter (stratum, taken) values (?, 1)
     on conflict (stratum) do update set taken = allocation_counter.taken + 1 returning taken`,
    [stratum],
  );
  const position = (counter?.taken ?? 1) - 1;
  const arm = armAt(services.allocationSeed, stratum, position);
  em.create(Allocation, { participant: participant.id, stratum, position, arm, drawnAt: now });
  participant.randomise = arm === 'reduction';
  const seal = commitmentOf(services.allocationSeed, {
    stratum,
    position,
    arm,
    participantId: participant.id,
  });
  await audit('allocation.drawn', { after: { seal } });
  participant.homeStep = HOME_STEP.plan;
  await audit('home-step.changed', {
    before: { homestep: HOME_STEP.questionnaire },
    after: { homestep: HOME_STEP.plan },
  });
  const { auditKey } = services.config;
  if (auditKey) await signAuditHead(em, auditKey, now);
}
