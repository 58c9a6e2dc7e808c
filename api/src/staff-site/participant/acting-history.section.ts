import { staffIdOf } from '../../domain/data/audit-log/event-actor.ts';
import { type ActingTime, findActingTimes } from '../../domain/data/audit-log/find-acting.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Who of the team acted for the participant, the last time first, from the audit log. */
export const actingHistorySection: ParticipantSection = async ({ request, participant }) => {
  const { op } = request;
  const { now } = op;
  const { timeZone } = op.content.product;
  const times = await findActingTimes(op.db, participant.id);
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
