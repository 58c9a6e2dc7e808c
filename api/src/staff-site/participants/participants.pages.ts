import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import {
  CONCERNS,
  type Concern,
  type FoundParticipants,
  findParticipants,
  type ListedParticipant,
  ORDERS,
  type Order,
  PAGE_SIZE,
  type ParticipantFilter,
  STAGES,
  type Stage,
} from '../../domain/overview/find-participants.ts';
import { daysRecordedText } from '../../domain/tracker/find-days-recorded.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { selectField } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { pageSchema, turnPages } from '../../platform/pages/turn-pages.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from '../participant/participant.page.ts';

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** What the staff member last searched for in the list of participants. */
    participantFilter?: ParticipantFilter;
  }
}

const stages = Object.keys(STAGES) as Stage[];
const concerns = Object.keys(CONCERNS) as Concern[];
const orders = Object.keys(ORDERS) as Order[];
const filterSchema = z.object({
  search: z.string().trim().max(254),
  stage: z.enum(['', ...stages]),
  concern: z.enum(['', ...concerns]).default(''),
  order: z.enum(orders).default('newest'),
});

export function participantPages(admin: StaffRouter): void {
  admin.get(PARTICIPANTS, 'see-participants', showParticipants);
  admin.post(PARTICIPANTS, 'see-participants', searchParticipants);
  admin.get(`${PARTICIPANTS}/:id`, 'see-participants', (request) =>
    showParticipant(request, idOf(request.ctx)),
  );
}

/** Keeps what the person looks for in the session: a name or an address has no place in a URL. */
async function searchParticipants({ ctx, session }: StaffRequest): Promise<void> {
  const filter = filterSchema.safeParse(ctx.request.body);
  if (!filter.success) throw new AppError('bad-request', 'Please search for something shorter.');
  session.participantFilter = filter.data;
  seeOther(ctx, PARTICIPANTS);
}

async function showParticipants(request: StaffRequest): Promise<void> {
  const { ctx, op, session } = request;
  // A session may remember a filter of an earlier release.
  const filter = filterSchema
    .catch({ search: '', stage: '', concern: '', order: 'newest' })
    .parse(session.participantFilter);
  const page = pageSchema.parse(ctx.query.page);
  const { timeZone } = op.content.product;
  const found = await findParticipants(op.db, filter, { page, now: op.now, timeZone });
  await recordView(request, null);
  const { participants, total } = found;
  await showStaffPage(request, {
    title: 'Participants',
    main: html`<h1>Participants</h1>
${searchForm(filter, found, session.csrfToken)}
${participants.length > 0 ? list(participants, total, filter.order) : html`<p>${emptyListText(found, page)}</p>`}
${turnPages({ page, total, size: PAGE_SIZE }, (to) => `${PARTICIPANTS}?page=${to}`)}`,
  });
}

function emptyListText({ stages: counts }: FoundParticipants, page: number): string {
  if (Object.keys(counts).length === 0) return 'No participant has signed up yet.';
  return page > 1 ? 'No participant is on this page.' : 'No participant matches.';
}

const number = new Intl.NumberFormat('en-AU');

function searchForm(
  { search, stage, concern, order }: ParticipantFilter,
  { stages: counts }: FoundParticipants,
  csrfToken: string,
): Html {
  const everybody = Object.values(counts).reduce((sum, people) => sum + people, 0);
  return html`<form class="pages-form pages-search" method="post" action="${PARTICIPANTS}" role="search">
${tokenField(csrfToken)}
<div class="field">
<label class="field-label" for="search">Name, email or study id</label>
<div class="field-box"><input class="field-input" id="search" name="search" type="search" maxlength="254" value="${search}"></div>
</div>
${selectField({
  name: 'stage',
  label: 'Stage',
  chosen: stage,
  options: [
    ['', `All (${number.format(everybody)})`],
    ...stages.map((name) => [name, `${STAGES[name]} (${number.format(counts[name] ?? 0)})`] as const),
  ],
})}
${selectField({
  name: 'concern',
  label: 'Only those with',
  chosen: concern,
  options: [['', 'Anything'], ...Object.entries(CONCERNS)],
})}
${selectField({ name: 'order', label: 'Order', chosen: order, options: Object.entries(ORDERS) })}
<button class="button">Search</button>
</form>`;
}

const list = (participants: readonly ListedParticipant[], total: number, order: Order): Html =>
  table(
    'Participants',
    [
      'Name',
      'Email',
      'Stage',
      'Last record',
      'Days recorded of days due',
      'Days with warning signs, last 7 days',
    ],
    participants.map(({ id, name, email, stage, lastRecord, days, warningDays }) => [
      html`<a class="pages-link" href="${participantPath(id)}">${softWrap(name || 'Without a name')}</a>`,
      email || 'None',
      STAGES[stage],
      lastRecord ? formatDate(lastRecord) : 'None',
      daysRecordedText(days),
      warningDays,
    ]),
    `${total === 1 ? '1 participant' : `${number.format(total)} participants`}. ${ORDERS[order]}.`,
  );
