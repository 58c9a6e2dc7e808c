import type { EntityManager } from '../../../platform/database/orm.ts';
import type { AuditRow } from './read-audit-log.ts';

export interface ActingTime {
  startedAt: Date;
  staffId: string;
  /** Null, as `until` is, once the values of the log are erased. */
  reason: string | null;
  until: string | null;
  /** Null where no event says that it ended: it goes on, or ran out in a browser that was not used again. */
  endedAt: Date | null;
  /** The actor of the event that ended it. */
  endedBy: string | null;
  /** A request noticed that the time of acting, or of its session, was up. */
  endedItself: boolean;
  /** How many events of the log the member of staff caused in the participant's place in that time. */
  changes: number;
}

/** A time ends with its own event, or when the same member of staff starts to act again. */
export const findActingTimes = (em: EntityManager, participantId: string): Promise<ActingTime[]> =>
  em.execute<ActingTime[]>(
    `with acting as (
       select e.id, e.type, e.at, e.actor, v.after, lead(e.id) over by_staff as next_id
       from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = ? and e.type in ('acting.started', 'acting.ended')
       window by_staff as (partition by coalesce('staff:' || (v.after->>'staffId'), e.actor) order by e.id))
     select a.at as "startedAt", substr(a.actor, 7) as "staffId", a.after->>'reason' as reason, a.after->>'until' as until,
       ended.at as "endedAt", ended.actor as "endedBy", coalesce((ended.after->>'byItself')::boolean, false) as "endedItself",
       (select count(*)::int from audit_event e where e.subject = ? and e.on_behalf_of = ? and e.actor = a.actor
          and e.type not like 'acting.%' and e.id > a.id and (a.next_id is null or e.id < a.next_id)) as changes
     from acting a left join acting ended on ended.id = a.next_id and ended.type = 'acting.ended'
     where a.type = 'acting.started' order by a.id desc`,
    [participantId, participantId, participantId],
  );

/** Why a member of staff acted, by the events in which they began to, did something or ended it. */
export async function findActingReasons(
  em: EntityManager,
  events: readonly AuditRow[],
): Promise<Map<number, string>> {
  const acts = events.filter(({ onBehalfOf, type }) => onBehalfOf !== null || type.startsWith('acting.'));
  if (acts.length === 0) return new Map();
  const rows = await em.execute<{ id: number; reason: string | null }[]>(
    `select e.id, (select v.after->>'reason' from audit_event a join audit_values v on v.event_id = a.id
       where a.subject = e.subject and a.actor = coalesce('staff:' || (own.after->>'staffId'), e.actor) and a.type = 'acting.started' and a.id <= e.id
       order by a.id desc limit 1) as reason
     from audit_event e join audit_values own on own.event_id = e.id where e.id in (?)`,
    [acts.map(({ id }) => id)],
  );
  return new Map(rows.flatMap(({ id, reason }) => (reason ? [[id, reason] as const] : [])));
}
