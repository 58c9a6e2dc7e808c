import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import {
  ADVERSE_EVENT_FILTERS,
  type AdverseEventFilter,
  EVENTS_ON_PAGE,
  findAdverseEvents,
  findErasedAdverseEvents,
  type ListedAdverseEvent,
} from '../../domain/trial/adverse-events/find-adverse-events.ts';
import { selectField } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { ADVERSE_EVENTS, adverseEventPath, participantPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { showAdverseEvent, signOff } from './adverse-event.page.ts';
import { changePages, newEventPages } from './adverse-event-form.pages.ts';
import { choiceText, reportClockTexts, seriousText, shortened } from './adverse-event-words.ts';
import { showCioms } from './cioms.page.ts';
import { voidPages } from './void.pages.ts';

const filters = Object.keys(ADVERSE_EVENT_FILTERS) as AdverseEventFilter[];
const filterSchema = z.enum(['', ...filters]).catch('');

export function adverseEventPages(admin: StaffRouter): void {
  admin.get(ADVERSE_EVENTS, 'see-adverse-events', showAdverseEvents);
  admin.get(`${ADVERSE_EVENTS}/:id`, 'see-adverse-events', (request) => showAdverseEvent(request));
  admin.post(`${ADVERSE_EVENTS}/:id/sign`, 'sign-adverse-event', signOff);
  newEventPages(admin);
  changePages(admin);
  voidPages(admin);
  admin.get(`${ADVERSE_EVENTS}/:id/cioms`, 'see-adverse-events', showCioms);
}

async function showAdverseEvents(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const only = filterSchema.parse(ctx.query.only);
  const page = pageSchema.parse(ctx.query.page);
  const { events, total } = await findAdverseEvents(op, only, page);
  const erased = await findErasedAdverseEvents(op.db);
  await recordView(request, null);
  const address = (to: number) => `${ADVERSE_EVENTS}?only=${only}&page=${to}`;
  await showStaffPage(request, {
    title: 'Adverse events',
    main: html`<h1>Adverse events</h1>
<p>Record one on a participant's page, or from a day with a warning sign. Each waits here until an investigator who did not write it has signed it. A serious one is reported to the sponsor within ${op.content.safety.reportWithinHours} hours of when the team first knew of it.</p>
<form class="pages-form pages-search" method="get" action="${ADVERSE_EVENTS}" role="search">
${selectField({
  name: 'only',
  label: 'Only those that are',
  chosen: only,
  options: [['', 'Anything'], ...Object.entries(ADVERSE_EVENT_FILTERS)],
})}
<button class="button">Show</button>
</form>
${events.length > 0 ? await eventsTable(request, events, `${total === 1 ? '1 adverse event' : `${total} adverse events`}. Serious ones that are not reported yet first, then the newest.`) : html`<p>${total > 0 ? 'No adverse event is on this page.' : only ? 'No adverse event matches.' : 'No adverse event is recorded.'}</p>`}
${pagination({ page, total, size: EVENTS_ON_PAGE }, address)}
${
  erased.length > 0 &&
  html`<section class="pages-stack" aria-labelledby="erased">
<h2 id="erased">Erased with their participants</h2>
${table(
  'Erased adverse events',
  ['Group', 'Seriousness', 'Number'],
  erased.map(({ arm, serious, count }) => [ARMS[arm], serious ? 'Serious' : 'Not serious', count]),
)}
</section>`
}`,
  });
}

const ARMS = { reduction: 'Reduction', 'usual-care': 'Usual care', none: 'Not randomised' };

/** Adverse events, one a row. */
async function eventsTable(
  request: StaffRequest,
  events: readonly ListedAdverseEvent[],
  caption: string,
): Promise<Html> {
  const { op, viewer } = request;
  const teamText = await findTeamTexts(
    request,
    events.map(({ participantId }) => participantId),
  );
  const { safety } = op.content;
  return table(
    'Adverse events',
    ['Event', 'Participant', 'Seriousness', 'Began', 'Outcome', 'Reports', 'Signed'],
    events.map((event) => [
      html`<a class="pages-link" href="${adverseEventPath(event.id)}">${softWrap(shortened(teamText(event.participantId, event.description)))}</a>`,
      html`<a class="pages-link" href="${participantPath(event.participantId)}">${softWrap(nameFor(viewer, event))}</a>`,
      seriousText(safety, event.criteria),
      formatDate(event.onset),
      choiceText(safety.outcomes, event.outcome),
      reportClockTexts(event, op)
        .map(({ to, text }) => `To ${to}: ${text}`)
        .join('. ') || 'Not needed',
      event.voidedAt ? 'Void' : event.signedAt ? 'Yes' : 'Not yet',
    ]),
    caption,
  );
}
