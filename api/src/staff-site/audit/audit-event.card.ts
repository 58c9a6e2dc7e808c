import { describeForTeam } from '../../domain/audit-log/event-descriptions.ts';
import { type AuditRow, isErased } from '../../domain/audit-log/read-audit-log.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { participantPath } from '../page/navigation.ts';

interface CardOptions {
  /** Those of a participant are shown in a search for that participant alone. */
  showsValues: boolean;
  names: (staffId: string) => string;
  timeZone: string;
}

/** The id in `staff:<id>`; null for any other actor. */
export const staffIdOf = (actor: string): string | null =>
  actor.startsWith('staff:') ? actor.slice('staff:'.length) : null;

/** Beginning and ending to act say so by themselves. */
export const isOnBehalf = ({ onBehalfOf, type }: AuditRow): boolean =>
  onBehalfOf !== null && !type.startsWith('acting.');

/** The ids of members of staff whom an event names. */
export const staffIn = (event: AuditRow): string[] =>
  [staffIdOf(event.actor), isAboutStaff(event) ? event.subject : null, actedOf(event)].filter(
    (id) => id !== null,
  );

/** The participant whose values an event has; null where there are none, or where they were erased. */
export const participantWithValues = (event: AuditRow): string | null =>
  !isAboutStaff(event) && (event.before !== null || event.after !== null) ? event.subject : null;

/** Whose acting another actor ended. */
const actedOf = ({ after }: AuditRow): string | null => {
  const { staffId } = fieldsOf(after);
  return typeof staffId === 'string' ? staffId : null;
};

/** One event as the team reads it: who did what about whom, in whose place, and the values before and after. */
export function eventCard(event: AuditRow, { names, timeZone, showsValues }: CardOptions): Html {
  const { id, at, actor, type, subject } = event;
  const about = subject && !isAboutStaff(event);
  const acted = actedOf(event);
  return html`<li class="card pages-stack">
<p><strong>${whoText(actor, names)} ${describeForTeam(type)}</strong>${isOnBehalf(event) && ', in the participant’s place'}</p>
<p class="small soft">${formatDatetime(timeZone, at)}. Event ${id}.${about && html` About <a href="${participantPath(subject)}">participant ${subject}</a>.`}${subject && !about && html` About ${names(subject)}.`}${acted && html` ${names(acted)} acted.`}</p>
${
  participantWithValues(event) && !showsValues
    ? html`<p class="soft">Search for this participant to see the values.</p>`
    : valuesOf(event)
}
</li>`;
}

const isAboutStaff = ({ type, actor, subject }: AuditRow): boolean =>
  type.startsWith('staff.') || staffIdOf(actor) === subject;

function whoText(actor: string, names: CardOptions['names']): string {
  const staffId = staffIdOf(actor);
  if (staffId) return names(staffId);
  if (actor.startsWith('participant:')) return 'A participant';
  return actor === 'operator' ? 'The server’s operator' : 'A visitor, not logged in';
}

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
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
