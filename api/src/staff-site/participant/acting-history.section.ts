import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { staffIdOf } from '../audit/audit-event.card.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Who of the team acted for the participant, the last time first, from the audit log. */
export const actingHistorySection: ParticipantSection = async ({ request, participant }) => {
  const { op } = request;
  const { now } = op;
  const { timeZone } = op.content.product;
  const times = await findActing(op.db, participant.id);
  const names = await findStaffNames(
    op.db,
    times.flatMap(({ staffId, endedBy }) => [staffId, staffIdOf(endedBy ?? '')]).filter((id) => id !== null),
  );
  const rows = times.map((time) => [
    formatDatetime(timeZone, time.startedAt),
    names(time.staffId),
    html`<span class="pages-text">${time.reason ?? 'Erased'}</span>`,
    endText(time, { now, names, timeZone }),
    time.changes,
  ]);
  return stack(
    'acting-history',
    'Who acted for them',
    rows.length === 0
      ? html`<p>The team has not acted for this participant.</p>`
      : table('Times the team acted', ['From', 'Who', 'Reason', 'Until', 'Changes made'], rows),
  );
};

interface ActingTime {
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

interface Reader {
  now: Date;
  names: (staffId: string) => string;
  timeZone: string;
}

/** Until when a member of staff acted, and what ended it. What ended by itself was noticed at its time, later or never. */
function endText(time: ActingTime, { now, names, timeZone }: Reader): string {
  const { staffId, until, endedAt, endedBy } = time;
  const inWords = (at: Date | string) => formatDatetime(timeZone, at);
  const isPast = (at: Date) => until !== null && at.getTime() >= Date.parse(until);
  if (!endedAt && until && !isPast(now)) return `Acts until ${inWords(until)}`;
  if (!endedAt || isPast(endedAt)) return `${until ? inWords(until) : 'After an hour'}, by itself`;
  if (time.endedItself) return `${inWords(endedAt)}, by itself`;
  const endedByStaff = staffIdOf(endedBy ?? '');
  if (endedByStaff === staffId) return inWords(endedAt);
  if (endedByStaff) return `${inWords(endedAt)}, ended by ${names(endedByStaff)}`;
  return `${inWords(endedAt)}, ended by ${endedBy === 'operator' ? 'the server’s operator' : 'the participant'}`;
}

/** A time ends with its own event, or where the same member of staff begins to act anew. */
const findActing = (em: EntityManager, participantId: string): Promise<ActingTime[]> =>
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
