import { query } from '../../../platform/database/query.ts';
import { isPlanRunning } from '../../care/plan/plan-state.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { countUnclosedQueries } from '../../data/data-queries/find-data-queries.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { countUnsignedAdverseEvents } from '../../trial/adverse-events/find-adverse-events.ts';
import { findFollowUps } from '../../trial/follow-ups/find-follow-ups.ts';

/** What has to be settled before data are locked. */
export interface OpenWork {
  queries: number;
  unsigned: number;
  /** Whose plan runs, or who has follow-ups that are neither done nor over, and that the team did not close. */
  people: { id: string; studyId: string | null; planRuns: boolean; followUps: number[] }[];
}

/** What is open of one participant, or of everybody (null). */
export async function findOpenWork(op: Operation, participantId: string | null): Promise<OpenWork> {
  const { db } = op;
  const closed = new Set(
    (
      await query(db)
        .selectFrom('closure')
        .select('participant_id as id')
        .where('reopened_at', 'is', null)
        .execute()
    ).map(({ id }) => id),
  );
  const followUps = new Map<string, number[]>();
  for (const { participant, months, state } of await findFollowUps(op, participantId ?? undefined))
    if (state === 'planned' || state === 'due' || state === 'reminded')
      followUps.set(participant, [...(followUps.get(participant) ?? []), months]);
  const everyone = await db.find(Participant, {
    ...(participantId && { id: participantId }),
    $or: [
      { id: [...followUps.keys()] },
      { randomise: true, consentAgree: true, leftPlanOn: null, scheduleId: { $ne: null } },
    ],
  });
  const people = [];
  for (const participant of everyone) {
    const { id, studyId } = participant;
    if (closed.has(id)) continue;
    const planRuns = await isPlanRunning(op, participant);
    const months = followUps.get(id) ?? [];
    if (planRuns || months.length > 0)
      people.push({ id, studyId: studyId ?? null, planRuns, followUps: months });
  }
  return {
    queries: await countUnclosedQueries(db, participantId),
    unsigned: await countUnsignedAdverseEvents(db, participantId),
    people,
  };
}

export const isSettled = ({ queries, unsigned, people }: OpenWork): boolean =>
  queries + unsigned + people.length === 0;
