import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { demonstrationParticipants } from '../../people/participants/demonstration-accounts.ts';
import { AllocationCounter } from './allocation.entities.ts';
import type { Arm } from './permuted-blocks.ts';

export interface RandomisationRow {
  stratum: string;
  position: number;
  arm: Arm;
  drawnAt: Date;
  /** Null for a participant whose information was deleted. */
  participantId: string | null;
  /** The arm that the participant's own pages go by; null for a deleted participant. */
  armInForce: Arm | null;
  /** The stratum of the participant's own row; null for a deleted participant. */
  stratumInForce: string | null;
  /** Its audit event; null when there is none. */
  event: RandomisationEvent | null;
}

export interface RandomisationEvent {
  at: Date;
  subject: string;
  hash: string;
  /** Null once its values were erased with the participant. */
  seal: string | null;
  /** What events of earlier releases have instead of a commitment; null for all others. */
  stratum: string | null;
  position: number | null;
}

export interface Randomisations {
  allocations: RandomisationRow[];
  /** How many places of each stratum are counted as taken. */
  taken: Record<string, number>;
  /** Events that belong to no allocation. */
  eventsLeft: RandomisationEvent[];
  /** Participants who have a group and no allocation. The demonstration's accounts are made without one and do not count. */
  withoutAllocation: number;
}

/** Between the API, which says when it drew, and the database, which says when the event was written. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const armOf = (randomise: boolean): Arm => (randomise ? 'reduction' : 'usual-care');

/**
 * Everything the database has about randomisations, by stratum and position. An anonymised participant has another id than
 * in the audit log, on purpose: their allocation goes with the event nearest to its instant whose values are erased, or
 * wait for that since a withdrawal.
 */
export async function findRandomisations(em: EntityManager): Promise<Randomisations> {
  const rows = await query(em)
    .selectFrom('allocation as a')
    .leftJoin('participant as p', 'p.id', 'a.participant_id')
    .select([
      'a.stratum',
      'a.position',
      'a.arm',
      'a.drawn_at as drawnAt',
      'a.participant_id as participantId',
    ])
    .select(['p.randomise', 'p.stratum as stratumInForce'])
    .orderBy('a.stratum')
    .orderBy('a.position')
    .execute();
  const left = await em.execute<RandomisationEvent[]>(
    `select e.at, e.subject, e.hash, v.after->>'seal' as seal,
       v.after->>'stratum' as stratum, (v.after->>'position')::int as position from audit_event e
     left join audit_values v on v.event_id = e.id
       and not exists (select from withdrawal w where w.subject = e.subject)
     where e.type = 'allocation.drawn' order by e.id`,
  );
  const counters = await em.find(AllocationCounter, {}, { orderBy: { stratum: 'asc' } });
  const [missing] = await em.execute<{ people: number }[]>(
    `select count(*) as people from participant p where p.home_step > 2 and p.awaits_randomisation is null
       and not exists (select 1 from allocation a where a.participant_id = p.id)
       and coalesce(p.email, '') not in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(demonstrationParticipants.map(({ email }) => email))],
  );
  const take = (fits: (event: RandomisationEvent) => boolean): RandomisationEvent | null => {
    const index = left.findIndex(fits);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };

  const allocations = rows.map(({ randomise, ...row }) => ({
    ...row,
    armInForce: randomise === null ? null : armOf(randomise),
    event: null as RandomisationEvent | null,
  }));
  for (const allocation of allocations)
    allocation.event = take(({ subject }) => subject === allocation.participantId);
  for (const allocation of allocations) {
    const apart = ({ at }: RandomisationEvent) => Math.abs(at.getTime() - allocation.drawnAt.getTime());
    const near = left.filter((event) => event.seal === null && apart(event) <= MAX_CLOCK_DIFFERENCE_MS);
    const nearest = near.sort((a, b) => apart(a) - apart(b))[0];
    allocation.event ??= take((event) => event === nearest);
  }
  return {
    allocations,
    taken: Object.fromEntries(counters.map(({ stratum, taken }) => [stratum, taken])),
    eventsLeft: left,
    withoutAllocation: missing?.people ?? 0,
  };
}
