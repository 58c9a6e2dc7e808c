import { isOnBehalf } from '../../domain/data/audit-log/event-actor.ts';
import { describeForTeam } from '../../domain/data/audit-log/event-descriptions.ts';
import { type AuditFilter, findAuditEvents } from '../../domain/data/audit-log/find-audit-events.ts';
import { findEventDays } from '../../domain/data/audit-log/find-event-days.ts';
import { isErased } from '../../domain/data/audit-log/read-audit-log.ts';
import { valuesFor } from '../../domain/data/audit-log/values-for.ts';
import { csvLine } from '../../platform/csv/csv.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import { findEventPeople, participantWithValues } from './audit-event.card.ts';

const COLUMNS = [
  'id',
  'at',
  'local_day',
  'type',
  'what',
  'who',
  'in_their_place',
  'about',
  'erased',
  'before',
  'after',
  'hash',
];
const PAGE_SIZE = 1_000;

/**
 * The events of a search as lines of RFC 4180, newest first, as the viewer may see them. Values about a participant are
 * in a search for that participant only, as on the page.
 */
export async function* writeSearchCsv(
  { op, viewer }: StaffRequest,
  filter: AuditFilter,
): AsyncGenerator<Uint8Array, void> {
  const { timeZone } = op.content.product;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  yield Buffer.from(csvLine(COLUMNS));
  let before: number | null = 2_147_483_647;
  while (before !== null) {
    const { events, olderThan } = await findAuditEvents(op.db, filter, {
      before,
      timeZone,
      viewer,
      size: PAGE_SIZE,
    });
    const people = await findEventPeople(op.db, events, viewer);
    const dayOf = await findEventDays(op.db, events, timeZone);
    const lines = events.map((event) => {
      const showsValues = filter.about !== '' || participantWithValues(event) === null;
      const shown = showsValues ? valuesFor(viewer, event) : { before: null, after: null };
      return csvLine([
        event.id,
        event.at.toISOString(),
        dayOf(event),
        event.type,
        describeForTeam(event.type),
        people.who(event),
        isOnBehalf(event),
        people.about(event),
        isErased(event),
        json(shown.before),
        json(shown.after),
        event.hash,
      ]);
    });
    yield Buffer.from(lines.join(''));
    before = olderThan;
  }
}
