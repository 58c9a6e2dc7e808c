import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { idIn, isOnBehalf, staffIdOf } from '../../domain/data/audit-log/event-actor.ts';
import { describeForTeam } from '../../domain/data/audit-log/event-descriptions.ts';
import { type AuditRow, isErased } from '../../domain/data/audit-log/read-audit-log.ts';
import { isWithheld, valuesFor } from '../../domain/data/audit-log/values-for.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import type { Viewer } from '../../domain/people/staff/viewer.ts';
import { findParticipantNames } from '../../domain/reports/overview/participant-names.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { participantPath } from '../page/navigation.ts';

/** The participant whose values an event has; null where there are none, or where they were erased. */
export const participantWithValues = (event: AuditRow): string | null =>
  !isAboutStaff(event) && (event.before !== null || event.after !== null) ? event.subject : null;

/** Whose acting another actor ended. */
const actedOf = ({ after }: AuditRow): string | null => {
  const { staffId } = fieldsOf(after);
  return typeof staffId === 'string' ? staffId : null;
};

/** The people of events, as a viewer calls them. */
export interface EventPeople {
  who: (event: AuditRow) => string;
  /** The participant or the member of staff whom it is about; null where there is none. */
  about: (event: AuditRow) => string | null;
  /** Who acted, where another ended it. */
  acted: (event: AuditRow) => string | null;
}

/** Finds how the viewer calls the people of these events. */
export async function findEventPeople(
  em: EntityManager,
  events: readonly AuditRow[],
  viewer: Viewer,
): Promise<EventPeople> {
  const known = (ids: (string | null)[]) => ids.filter((id) => id !== null);
  const staff = await findStaffNames(
    em,
    known(
      events.flatMap((event) => [
        staffIdOf(event.actor),
        isAboutStaff(event) ? event.subject : null,
        actedOf(event),
      ]),
    ),
  );
  const participants = await findParticipantNames(
    em,
    known(
      events.flatMap((event) => [
        idIn('participant', event.actor),
        isAboutStaff(event) ? null : event.subject,
      ]),
    ),
    viewer,
  );
  return {
    who: ({ actor }) => {
      const staffId = staffIdOf(actor);
      if (staffId) return staff(staffId);
      const participantId = idIn('participant', actor);
      if (participantId) return participants(participantId) ?? 'A participant';
      return actor === 'operator' ? 'The server’s operator' : 'A visitor, not logged in';
    },
    about: (event) =>
      event.subject &&
      (isAboutStaff(event)
        ? staff(event.subject)
        : (participants(event.subject) ?? `participant ${event.subject}`)),
    acted: (event) => {
      const id = actedOf(event);
      return id && staff(id);
    },
  };
}

interface CardOptions {
  /** Those of a participant are shown in a search for that participant only. */
  showsValues: boolean;
  people: EventPeople;
  /** The day of the participant whom an event is about, where the times shown are not on their clock. */
  dayOf?: (event: AuditRow) => string | null;
  timeZone: string;
  viewer: Viewer;
}

/** One event as the viewer reads it: who did what about whom, in whose place, and the values before and after. */
export function eventCard(
  event: AuditRow,
  { people, timeZone, showsValues, viewer, dayOf }: CardOptions,
): Html {
  const { id, at, type, subject } = event;
  const about = people.about(event);
  const acted = people.acted(event);
  const day = dayOf?.(event);
  return html`<li class="card pages-stack">
<p><strong>${people.who(event)} ${describeForTeam(type)}</strong>${isOnBehalf(event) && ', in the participant’s place'}</p>
<p class="small soft">${formatDatetime(timeZone, at)}. Event ${id}.${about && html` About ${subject && !isAboutStaff(event) ? html`<a href="${participantPath(subject)}">${about}</a>` : about}.`}${day && html` Their day: ${formatDate(day)}.`}${acted && html` ${acted} acted.`}</p>
${shownValues(event, { showsValues, viewer })}
</li>`;
}

function shownValues(
  event: AuditRow,
  { showsValues, viewer }: Pick<CardOptions, 'showsValues' | 'viewer'>,
): Html | null {
  if (!participantWithValues(event)) return valuesOf(event);
  if (!showsValues) return html`<p class="soft">Search for this participant to see the values.</p>`;
  if (isWithheld(viewer, event)) return html`<p class="soft">Your role does not see these values.</p>`;
  return valuesOf(valuesFor(viewer, event));
}

export const isAboutStaff = ({ type, actor, subject }: AuditRow): boolean =>
  type.startsWith('staff.') || staffIdOf(actor) === subject;

function valuesOf(event: AuditRow): Html | null {
  if (isErased(event)) return html`<p class="soft">The values were erased with the participant.</p>`;
  const [before, after] = [fieldsOf(event.before), fieldsOf(event.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return null;
  const columns = [event.before !== null && before, event.after !== null && after].filter(
    (each) => each !== false,
  );
  const headings = [event.before !== null && 'Before', event.after !== null && 'After'].filter(
    (each) => each !== false,
  );
  return html`<details><summary>Values</summary>${table(
    `Values of event ${event.id}`,
    ['Value', ...headings],
    fields.map((name) => [inWords(name), ...columns.map((values) => valueText(values[name]))]),
  )}</details>`;
}

const fieldsOf = (values: unknown): Record<string, unknown> => (values ?? {}) as Record<string, unknown>;

/** `firstName` as `first name`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'Nothing';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  if (Array.isArray(value)) return value.map(valueText).join('; ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([, each]) => each !== '')
    .map(([name, each]) => `${inWords(name)} ${valueText(each)}`)
    .join(', ');
}
