import type { Context } from 'koa';
import * as z from 'zod';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { AUDIT_EVENT_TYPES, describeForTeam } from '../../domain/data/audit-log/event-descriptions.ts';
import {
  type AuditFilter,
  beforeSchema,
  findAuditEvents,
  findSubject,
  NO_FILTER,
} from '../../domain/data/audit-log/find-audit-events.ts';
import { findEventDays } from '../../domain/data/audit-log/find-event-days.ts';
import { type AuditVerification, verifyAuditLog } from '../../domain/data/audit-log/verify-audit-log.ts';
import { writeAuditCsv } from '../../domain/data/audit-log/write-audit-csv.ts';
import { Staff } from '../../domain/people/staff/staff.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { errorSummary, type FormErrors, field, readForm, selectField } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { streamOf } from '../../platform/http/stream-of.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { AUDIT } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { eventCard, findEventPeople, isAboutStaff, participantWithValues } from './audit-event.card.ts';
import { oneExport } from './one-export.ts';
import { writeSearchCsv } from './search-csv.ts';

/** A download that is not read for this long is cut off, so that another export can start. */
const STALLED_MS = 2 * 60_000;

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** What a manager last searched for in the audit log. */
    auditFilter?: AuditFilter;
  }
}

const day = z.union([z.literal(''), z.iso.date()], 'Choose a day, or leave this empty.');
const filterSchema = z
  .object({
    type: z.enum(['', ...AUDIT_EVENT_TYPES], 'Choose what was done.'),
    actor: z.string().toLowerCase().max(60, 'Choose who did it.'),
    about: z.string().trim().max(254, 'Use at most 254 characters.'),
    from: day,
    to: day,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: '“To” is before “From”. Choose the same day or a later one.',
  });

const EVENTS_ON_PAGE = 12;

const numbers = new Intl.NumberFormat('en-AU');

export function auditPages(admin: StaffRouter): void {
  admin.get(AUDIT, 'read-audit', (request) => showLog(request));
  admin.post(AUDIT, 'read-audit', filterLog);
  admin.post(`${AUDIT}/verify`, 'read-audit', verifyLog);
  admin.post(`${AUDIT}/export-search`, 'read-audit', exportSearch);
  admin.post(`${AUDIT}/export`, 'export-audit', exportLog);
}

/** Saves the search in the session: an address must not be in a URL. */
async function filterLog(request: StaffRequest): Promise<void> {
  const { ctx, session } = request;
  const { data, rejected } = readForm(ctx, filterSchema);
  if (rejected) return showRejectedSearch(request, rejected);
  session.auditFilter = data;
  seeOther(ctx, AUDIT);
}

/** The rejected search with what is wrong. It shows no events: they would be those of another search. */
const showRejectedSearch = async (request: StaffRequest, rejected: FormErrors): Promise<void> =>
  showStaffPage(request, {
    title: 'Error: Audit log',
    status: 422,
    main: html`<h1>Audit log</h1>
${errorSummary(rejected, 2)}
${await searchForm(request, { ...NO_FILTER, ...rejected.values }, rejected)}`,
  });

async function verifyLog(request: StaffRequest): Promise<void> {
  const { ctx, op, services, staff } = request;
  await services.rateLimits.work('export', { person: staff.id, ip: ctx.ip });
  await showLog(request, await verifyAuditLog(op.db));
}

async function exportLog({ ctx, op, services, staff }: StaffRequest): Promise<void> {
  await services.rateLimits.work('export', { person: staff.id, ip: ctx.ip });
  const lines = writeAuditCsv(op.db, op.content.product.timeZone);
  await sendCsv(ctx, 'audit-log', op, { subject: null, lines });
}

/** The events of the search that the page shows. In a search for one participant it is about them. */
async function exportSearch(request: StaffRequest): Promise<void> {
  const { ctx, op, services, session, staff, viewer } = request;
  await services.rateLimits.work('export', { person: staff.id, ip: ctx.ip });
  const filter = filterSchema.catch(NO_FILTER).parse(session.auditFilter);
  const subject = filter.about === '' ? null : await findSubject(op.db, filter.about, viewer);
  await sendCsv(ctx, 'audit-log-search', op, { subject, lines: writeSearchCsv(request, filter) });
}

async function sendCsv(
  ctx: Context,
  name: string,
  op: Operation,
  { subject, lines }: { subject: string | null; lines: AsyncGenerator<Uint8Array, void> },
): Promise<void> {
  const stream = await streamOf(oneExport(() => op.audit('audit.exported', subject, {}), lines));
  ctx.res.setTimeout(STALLED_MS);
  ctx.attachment(`${name}-${op.now.toISOString().slice(0, 10)}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = stream;
}

async function showLog(request: StaffRequest, checked?: AuditVerification): Promise<void> {
  const { ctx, op, session, staff, viewer } = request;
  const { timeZone } = op.content.product;
  const filter = filterSchema.catch(NO_FILTER).parse(session.auditFilter);
  const before = beforeSchema.parse(ctx.query.before);
  const { events, olderThan } = await findAuditEvents(op.db, filter, {
    before,
    timeZone,
    viewer,
    size: EVENTS_ON_PAGE,
  });
  const people = await findEventPeople(op.db, events, viewer);
  const dayOf = await findEventDays(op.db, events, timeZone);
  const showsValues = filter.about !== '';
  const shown = showsValues && events.map(participantWithValues).find((subject) => subject !== null);
  if (shown) await recordView(request, shown);
  else if (viewer.names && events.some((event) => event.subject && !isAboutStaff(event)))
    await recordView(request, null);
  await showStaffPage(request, {
    title: 'Audit log',
    main: html`<h1>Audit log</h1>
${checked && outcome(checked)}
${await searchForm(request, filter)}
<div class="pages-turn">${button(`${AUDIT}/verify`, 'Check the whole log', session.csrfToken)}${button(`${AUDIT}/export-search`, 'Download this search as CSV', session.csrfToken)}${hasRight(staff, 'export-audit') && button(`${AUDIT}/export`, 'Download all as CSV', session.csrfToken)}</div>
<section class="pages-stack" aria-labelledby="events">
<h2 id="events">Events, newest first</h2>
${events.length === 0 ? html`<p>No event matches.</p>` : html`<ol class="pages-events">${events.map((event) => eventCard(event, { people, timeZone, showsValues, viewer, dayOf }))}</ol>`}
</section>
<nav class="pages-turn" aria-label="Pages of the audit log">
${ctx.query.before !== undefined && html`<a class="pages-link" href="${AUDIT}">Newest events</a>`}
${olderThan !== null && html`<a class="pages-link" href="${AUDIT}?before=${olderThan}">Older events</a>`}
</nav>`,
  });
}

const button = (action: string, text: string, csrfToken: string): Html =>
  html`<form method="post" action="${action}" aria-label="${text}">${tokenField(csrfToken)}<button class="button" data-variant="quiet">${text}</button></form>`;

function outcome({ events, erased, explained, fault }: AuditVerification): Html {
  return fault
    ? html`<div class="notice" data-tone="warning" role="alert"><p class="notice-title">The audit log is broken at event ${fault.id}</p>
<p>${fault.reason}. ${events > 0 && 'The events before it are as they were written. '}Keep the database as it is and tell the server’s operator.</p></div>`
    : html`<div class="notice" role="status"><p class="notice-title">The audit log is whole</p>
<p>${numbers.format(events)} events are as they were written, each after the one before it. The values of ${numbers.format(erased)} were erased with their participant.</p>
${explained.length > 0 && html`<p>An earlier release hashed an id in capital letters in event ${explained.join(', ')}; later events explain it. Nothing else differs.</p>`}</div>`;
}

async function searchForm(
  { op, session, viewer }: StaffRequest,
  filter: AuditFilter,
  rejected?: FormErrors,
): Promise<Html> {
  const staff = await op.db.find(Staff, {}, { orderBy: { name: 'asc' } });
  const date = (name: 'from' | 'to', label: string) =>
    field(
      { name, label, rejected },
      (attributes) => html`<input class="field-input" ${attributes} type="date" value="${filter[name]}">`,
    );
  return html`<form class="pages-form pages-search" method="post" action="${AUDIT}" role="search" aria-label="Search the audit log">
${tokenField(session.csrfToken)}
${selectField({
  name: 'type',
  label: 'What was done',
  rejected,
  chosen: filter.type,
  options: [
    ['', 'Anything'],
    ...AUDIT_EVENT_TYPES.map((type) => [type, sentence(describeForTeam(type))] as const),
  ],
})}
${selectField({
  name: 'actor',
  label: 'Who did it',
  rejected,
  chosen: filter.actor,
  options: [
    ['', 'All'],
    ['participant', 'Any participant'],
    ['visitor', 'A visitor, not logged in'],
    ['operator', 'The server’s operator'],
    ...staff.map(({ id, name }) => [`staff:${id}`, name] as const),
  ],
})}
${field({ name: 'about', label: 'About the participant', hint: viewer.names ? 'Their email address, study id or id.' : 'Their study id or id.', rejected }, (attributes) => html`<input class="field-input" ${attributes} type="search" maxlength="254" value="${filter.about}">`)}
${date('from', 'From')}
${date('to', 'To')}
<button class="button">Search</button>
</form>`;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
