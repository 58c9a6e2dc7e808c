import type { EntityManager } from '../../database/orm.ts';
import { html } from '../../http/pages/html.ts';
import { momentIn } from '../../http/pages/moment.ts';
import { table } from '../../http/pages/table.ts';
import { type ParticipantSection, stack } from '../participant-overview/participant-section.ts';
import { findStaffNames } from '../staff/staff-names.ts';

/** Who of the team acted for the participant, the last time first, as the audit trail tells it. */
export const actingHistorySection: ParticipantSection = async ({ request, participant }) => {
  const { em, services, now } = request;
  const { timeZone } = services.content.product;
  const times = await findActing(em, participant.id);
  const names = await findStaffNames(
    em,
    times.map(({ staffId }) => staffId),
  );
  const rows = times.map(({ startedAt, staffId, reason, until, endedAt, changes }) => [
    momentIn(timeZone, startedAt),
    names(staffId),
    html`<span class="pages-text">${reason ?? 'Erased'}</span>`,
    endedAt
      ? momentIn(timeZone, endedAt)
      : until && new Date(until) > now
        ? `Acts until ${momentIn(timeZone, until)}`
        : `${until ? momentIn(timeZone, until) : 'After an hour'}, by itself`,
    changes,
  ]);
  return stack(
    'acting-history',
    'Who acted for them',
    rows.length === 0
      ? html`<p>Nobody has acted for this participant.</p>`
      : table('Times somebody acted', ['From', 'Who', 'Reason', 'Until', 'Changes made'], rows),
  );
};

interface ActingTime {
  startedAt: Date;
  staffId: string;
  /** Null, as `until` is, once the values of the trail are erased. */
  reason: string | null;
  until: string | null;
  /** Null where nobody said that it ended: it goes on, or ran out in a browser that was not used again. */
  endedAt: Date | null;
  /** How many events of the trail the member of staff caused in the participant's place in that time. */
  changes: number;
}

/** A time ends with its own event, or where the same member of staff begins to act anew. */
const findActing = (em: EntityManager, participantId: string): Promise<ActingTime[]> =>
  em.execute<ActingTime[]>(
    `with acting as (
       select e.id, e.type, e.at, e.actor, v.after,
         lead(e.id) over by_actor as next_id, lead(e.type) over by_actor as next_type, lead(e.at) over by_actor as next_at
       from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = ? and e.type in ('acting.started', 'acting.ended')
       window by_actor as (partition by e.actor order by e.id))
     select a.at as "startedAt", substr(a.actor, 7) as "staffId", a.after->>'reason' as reason, a.after->>'until' as until,
       case when a.next_type = 'acting.ended' then a.next_at end as "endedAt",
       (select count(*)::int from audit_event e where e.subject = ? and e.on_behalf_of = ? and e.actor = a.actor
          and e.type not like 'acting.%' and e.id > a.id and (a.next_id is null or e.id < a.next_id)) as changes
     from acting a where a.type = 'acting.started' order by a.id desc`,
    [participantId, participantId, participantId],
  );
