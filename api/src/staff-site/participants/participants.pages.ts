import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { daysRecordedText } from '../../domain/care/tracker/find-days-recorded.ts';
import type { Viewer } from '../../domain/people/staff/viewer.ts';
import { type ConsentUse, findConsentUse } from '../../domain/reports/overview/find-consent-use.ts';
import {
  CONCERNS,
  concernsFor,
  type FoundParticipants,
  findParticipants,
  type ListedParticipant,
  ORDERS,
  type Order,
  ordersFor,
  PAGE_SIZE,
  type ParticipantFilter,
  STAGES,
  stagesFor,
} from '../../domain/reports/overview/find-participants.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { selectField } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from '../participant/participant.page.ts';

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** What the staff member last searched for in the list of participants: it may be a name, which no address holds. */
    participantFilter?: Pick<ParticipantFilter, 'search'>;
  }
}

const searchSchema = z.object({ search: z.string().max(254) }).catch({ search: '' });

const filterSchema = (viewer: Viewer) =>
  z.object({
    search: z.string().trim().max(254),
    stage: z.enum(['', ...stagesFor(viewer)]),
    concern: z.enum(['', ...concernsFor(viewer)]).default(''),
    order: z.enum(ordersFor(viewer)).default('newest'),
    consent: z.string().max(64).default(''),
  });
const unblindedFilter = filterSchema({ names: false, arms: true });
const blindedFilter = filterSchema({ names: false, arms: false });
const filterSchemaFor = ({ arms }: Viewer) => (arms ? unblindedFilter : blindedFilter);

export function participantPages(admin: StaffRouter): void {
  admin.get(PARTICIPANTS, 'see-participants', showParticipants);
  admin.post(PARTICIPANTS, 'see-participants', searchParticipants);
  admin.get(`${PARTICIPANTS}/:id`, 'see-participants', (request) =>
    showParticipant(request, idOf(request.ctx)),
  );
}

/** The address of the list with its filters and order. The search words may be a name and stay in the session. */
const listAddress = (
  { stage, concern, order, consent }: Omit<ParticipantFilter, 'search'>,
  page = 1,
): string => {
  const given = {
    stage,
    concern,
    consent,
    order: order === 'newest' ? '' : order,
    page: page > 1 ? String(page) : '',
  };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  return query ? `${PARTICIPANTS}?${query}` : PARTICIPANTS;
};

/** Keeps the words in the session: a name or an address has no place in a URL. */
async function searchParticipants({ ctx, session, viewer }: StaffRequest): Promise<void> {
  const filter = filterSchemaFor(viewer).safeParse(ctx.request.body);
  if (!filter.success) throw new AppError('bad-request', 'Please search for something shorter.');
  session.participantFilter = { search: filter.data.search };
  seeOther(ctx, listAddress(filter.data));
}

async function showParticipants(request: StaffRequest): Promise<void> {
  const { ctx, op, session, viewer } = request;
  // A link that leads to everybody says so; no other address has the words.
  if (ctx.query.search === '') delete session.participantFilter;
  const search = searchSchema.parse(session.participantFilter).search;
  // An address may be of an earlier release, or of another's role.
  const filter = filterSchemaFor(viewer)
    .catch({ search, stage: '', concern: '', order: 'newest', consent: '' })
    .parse({ stage: '', ...ctx.query, search });
  const page = pageSchema.parse(ctx.query.page);
  const { db, now, content } = op;
  const found = await findParticipants(db, filter, { page, now, content, viewer });
  await recordView(request, null);
  const { participants, total } = found;
  await showStaffPage(request, {
    title: 'Participants',
    main: html`<h1>Participants</h1>
${searchForm(request, filter, found, await findConsentUse(db))}
${participants.length > 0 ? list(viewer, participants, filter, `${countText(total)}. ${ORDERS[filter.order]}.`) : html`<p>${emptyListText(found, page)}</p>`}
${pagination({ page, total, size: PAGE_SIZE }, (to) => listAddress(filter, to))}`,
  });
}

function emptyListText({ stages: counts }: FoundParticipants, page: number): string {
  if (Object.keys(counts).length === 0) return 'No participant has signed up yet.';
  return page > 1 ? 'No participant is on this page.' : 'No participant matches.';
}

const number = new Intl.NumberFormat('en-AU');

function searchForm(
  { session, viewer }: StaffRequest,
  { search, stage, concern, order, consent }: ParticipantFilter,
  { stages: counts }: FoundParticipants,
  consents: readonly ConsentUse[],
): Html {
  const everybody = Object.values(counts).reduce((sum, people) => sum + people, 0);
  return html`<form class="pages-form pages-search" method="post" action="${PARTICIPANTS}" role="search">
${tokenField(session.csrfToken)}
<div class="field">
<label class="field-label" for="search">${viewer.names ? 'Name, email, phone or study id' : 'Study id'}</label>
<div class="field-box"><input class="field-input" id="search" name="search" type="search" maxlength="254" value="${search}"></div>
</div>
${selectField({
  name: 'stage',
  label: 'Stage',
  chosen: stage,
  options: [
    ['', `All (${number.format(everybody)})`],
    ...stagesFor(viewer).map(
      (name) => [name, `${STAGES[name]} (${number.format(counts[name] ?? 0)})`] as const,
    ),
  ],
})}
${choose('concern', 'Only those with', concern, [['', 'Anything'], ...concernsFor(viewer).map((name) => [name, CONCERNS[name]] as const)])}
${choose('consent', 'Consent form agreed to last', consent, [
  ['', 'Any'],
  ...consents.map(
    ({ hash, version, participants }) =>
      [hash, `${version}, ${hash.slice(0, 8)} (${number.format(participants)})`] as const,
  ),
])}
${choose(
  'order',
  'Order',
  order,
  ordersFor(viewer).map((name) => [name, ORDERS[name]] as const),
)}
<button class="button">Search</button>
</form>`;
}

/** A choice, where there is one. */
const choose = (
  name: string,
  label: string,
  chosen: string,
  options: readonly (readonly [value: string, text: string])[],
): Html | null => (options.length > 1 ? selectField({ name, label, chosen, options }) : null);

const countText = (total: number): string =>
  total === 1 ? '1 participant' : `${number.format(total)} participants`;

const list = (
  viewer: Viewer,
  participants: readonly ListedParticipant[],
  filter: ParticipantFilter,
  caption: string,
): Html => {
  const by = (text: string, order: Order, direction: 'ascending' | 'descending') => ({
    ...{ text, href: listAddress({ ...filter, order }) },
    order: filter.order === order ? direction : null,
  });
  return table(
    'Participants',
    [
      by(viewer.names ? 'Name' : 'Study id', 'name', 'ascending'),
      ...(viewer.names ? ['Email'] : []),
      by('Stage', 'stage', 'ascending'),
      ...(viewer.arms
        ? [
            by('Last record', 'last-record', 'descending'),
            'Days recorded of due',
            by('Days with signs, last 7', 'warnings', 'descending'),
          ]
        : []),
    ],
    participants.map(({ id, name, email, stage, lastRecord, days, warningDays }) => [
      html`<a class="pages-link" href="${participantPath(id)}">${softWrap(name || 'Without a name')}</a>`,
      ...(viewer.names ? [email || 'None'] : []),
      STAGES[stage],
      ...(viewer.arms
        ? [lastRecord ? formatDate(lastRecord) : 'None', daysRecordedText(days), warningDays]
        : []),
    ]),
    caption,
  );
};
