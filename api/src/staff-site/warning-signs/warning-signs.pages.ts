import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import {
  CLOSED_ON_PAGE,
  findClosedSigns,
  findWaitingPeople,
  type ListedWarningSign,
  PEOPLE_ON_PAGE,
  type WaitingPeople,
} from '../../domain/care/warning-signs/find-warning-signs.ts';
import { WARNING_ACTIONS } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { participantPath, WARNING_SIGNS, warningPersonPath, warningSignPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { chooseOwner, resolveWarningPerson, showWarningPerson } from './warning-person.page.ts';
import { resolveSign, showWarningSign } from './warning-sign.page.ts';
import { symptomsText } from './warning-words.ts';

const CLOSED_SHOWN_DAYS = 30;

export function warningSignPages(admin: StaffRouter): void {
  admin.get(WARNING_SIGNS, 'review-warnings', showQueue);
  admin.get(`${WARNING_SIGNS}/:id`, 'review-warnings', showWarningSign);
  admin.post(`${WARNING_SIGNS}/:id`, 'review-warnings', resolveSign);
  admin.get(`${WARNING_SIGNS}/people/:id`, 'review-warnings', showWarningPerson);
  admin.post(`${WARNING_SIGNS}/people/:id`, 'review-warnings', resolveWarningPerson);
  admin.post(`${WARNING_SIGNS}/people/:id/owner`, 'review-warnings', chooseOwner);
}

/** Two lists, each with pages of its own: `page` of those who wait, `closed` of the days dealt with. */
async function showQueue(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const { product, safety } = op.content;
  const page = pageSchema.parse(ctx.query.page);
  const closedPage = pageSchema.parse(ctx.query.closed);
  await recordView(request, null);
  const waiting = await findWaitingPeople(op.db, staff.id, page);
  const since = new Date(op.now.getTime() - CLOSED_SHOWN_DAYS * 86_400_000);
  const { closed, total } = await findClosedSigns(op.db, since, closedPage);
  const turn = { page, total: waiting.total, size: PEOPLE_ON_PAGE };
  const turnClosed = { page: closedPage, total, size: CLOSED_ON_PAGE };
  await showStaffPage(request, {
    title: 'Warning signs',
    main: html`<h1>Warning signs</h1>
<p>Participants who recorded a warning sign. Each day waits here until it is dealt with. New ones are also sent to ${product.researchTeam.email}. Participants are told that the team does not watch outside the team's hours (${product.researchTeam.hours}).</p>
<p>${safety.outOfHours}</p>
<section class="pages-stack" aria-labelledby="waiting">
<h2 id="waiting">${waitingText(waiting, page)}</h2>
${waiting.people.length > 0 && peopleTable(waiting, product.timeZone)}
${pagination(turn, (to) => `${WARNING_SIGNS}?page=${to}`)}
</section>
${
  (closed.length > 0 || closedPage > 1) &&
  html`<section class="pages-stack" aria-labelledby="closed">
<h2 id="closed">Dealt with in the last ${CLOSED_SHOWN_DAYS} days</h2>
${closed.length > 0 ? closedTable(closed, product.timeZone) : html`<p>No day is on this page.</p>`}
${pagination(turnClosed, (to) => `${WARNING_SIGNS}?closed=${to}#closed`, 'Pages of the days dealt with')}
</section>`
}`,
  });
}

function waitingText({ total, totalDays }: WaitingPeople, page: number): string {
  if (total === 0) return page > 1 ? 'No participant is on this page' : 'Nothing waits';
  const days = totalDays === 1 ? '1 day waits' : `${totalDays} days wait`;
  return total === 1 ? `1 participant: ${days}` : `${total} participants: ${days}`;
}

const peopleTable = ({ people }: WaitingPeople, timeZone: string): Html =>
  table(
    'Participants who wait',
    ['Participant', 'Days', 'Warning signs', 'Waits since', 'Owner'],
    people.map(({ participantId, name, days, newDays, since, owner, ...signs }) => [
      html`<a class="pages-link" href="${warningPersonPath(participantId)}">${softWrap(name || 'Without a name')}</a>`,
      html`${days === 1 ? '1 day' : `${days} days`}${newDays > 0 && html`, <strong>${newDays} new to you</strong>`}`,
      symptomsText(signs),
      formatDatetime(timeZone, since),
      owner ?? 'No one yet',
    ]),
  );

const closedTable = (signs: readonly ListedWarningSign[], timeZone: string): Html =>
  table(
    'Days dealt with',
    ['Day', 'Participant', 'Warning signs', 'Dealt with', 'Seen by'],
    signs.map((sign) => [
      html`<a class="pages-link" href="${warningSignPath(sign.id)}">${formatDate(sign.localDate)}</a>`,
      html`<a class="pages-link" href="${participantPath(sign.participantId)}">${softWrap(sign.name || 'Without a name')}</a>`,
      symptomsText(sign),
      [
        sign.closedAt && formatDatetime(timeZone, sign.closedAt),
        sign.lastAction && WARNING_ACTIONS[sign.lastAction],
      ]
        .filter(Boolean)
        .join(': '),
      sign.seenBy.join(', ') || 'Not yet',
    ]),
  );
