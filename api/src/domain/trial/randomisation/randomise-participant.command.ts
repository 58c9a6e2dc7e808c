import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import { query } from '../../../platform/database/query.ts';
import { notYet } from '../../../platform/errors/app-error.ts';
import { lockAuditLog } from '../../core/audit/record-audit-event.ts';
import { type Operation, writePendingEvents } from '../../core/operation/operation.ts';
import { signAuditHead } from '../../data/audit-log/audit-head.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { Allocation } from './allocation.entities.ts';
import { commitmentOf } from './commitment.ts';
import { armAt } from './permuted-blocks.ts';

/** Eligible by the survey, with a consent in force. */
export const isEligible = ({ surveyDone, surveyIneligible, consentAgree }: Participant): boolean =>
  surveyDone && !surveyIneligible && consentAgree;

export interface RandomisationKeys {
  allocationSeed: string;
  /** Signs the head of the audit log after each randomisation, where there is one. */
  auditKey: Config['auditKey'];
}

/**
 * Randomises the participant, once and for good: the arm at the next place of their stratum's list. Part of the transaction that locked the participant's row. The counter's row is locked until it ends, so that two
 * randomisations at once take two places and a failed one takes none. Throws not-yet.
 */
export async function randomiseParticipant(
  op: Operation,
  participant: Participant,
  { allocationSeed, auditKey }: RandomisationKeys,
): Promise<void> {
  const { id: participantId, stratum } = participant;
  if (!stratum || !isEligible(participant)) {
    throw notYet('Randomisation needs an eligible survey and a consent.');
  }
  if (await op.db.findOne(Allocation, { participant: participantId })) return;
  // The audit log before the counter, whether or not it is locked already: two randomisations never deadlock.
  await lockAuditLog(op.db);
  const { taken } = await query(op.db)
    .insertInto('allocation_counter')
    .values({ stratum, taken: 1 })
    .onConflict((known) => known.column('stratum').doUpdateSet({ taken: sql`allocation_counter.taken + 1` }))
    .returning('taken')
    .executeTakeFirstOrThrow();
  const position = taken - 1;
  const arm = armAt(allocationSeed, stratum, position);
  op.db.create(Allocation, { participant: participantId, stratum, position, arm, drawnAt: op.now });
  participant.randomise = arm === 'reduction';
  const seal = commitmentOf(allocationSeed, { stratum, position, arm, participantId });
  await op.audit('allocation.drawn', participantId, { after: { seal } });
  participant.awaitsRandomisation = null;
  if (!auditKey) return;
  await writePendingEvents(op);
  await signAuditHead(op.db, auditKey, op.now);
}
