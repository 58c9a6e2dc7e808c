import { addDays, formatDate, isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import {
  DAYS_IN_GRID,
  type DayMark,
  findMissingDays,
  type GridRow,
  PEOPLE_IN_GRID,
} from '../../domain/data/data-queries/find-missing-days.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { DATA_QUERIES, MISSING_DAYS, participantPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';

const MARKS: Record<DayMark, { sign: string; text: string }> = {
  recorded: { sign: '●', text: 'recorded' },
  twice: { sign: '◉', text: 'two check-ups in force' },
  missing: { sign: '○', text: 'missing' },
  'not-due': { sign: '·', text: 'not due' },
};

/** The days without a record, by study id, four weeks at a time. */
export async function showMissingDays(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const given = String(ctx.query.until ?? '');
  const until = isPlainDate(given) ? given : op.today;
  const page = pageSchema.parse(ctx.query.page);
  const { days, rows, total } = await findMissingDays(op.db, { until, page, now: op.now });
  await recordView(request, null);
  const [first = until] = days;
  const address = (to: number, end = until) => `${MISSING_DAYS}?until=${end}&page=${to}`;
  await showStaffPage(request, {
    title: 'Days without a record',
    main: html`<h1>Days without a record</h1>
<p>${formatDate(first)} to ${formatDate(until)}, by each participant's own days, from their first record to yesterday. ${Object.values(
      MARKS,
    ).map(
      ({ sign, text }, index) => html`${index > 0 && ', '}<span aria-hidden="true">${sign} </span>${text}`,
    )}. <a class="pages-link" href="${DATA_QUERIES}">Data queries</a></p>
<nav class="pages-turn" aria-label="Weeks">
<a class="pages-link" href="${address(page, addDays(until, -DAYS_IN_GRID))}">Four weeks earlier</a>
${until < op.today && html`<a class="pages-link" href="${address(page, addDays(until, DAYS_IN_GRID))}">Four weeks later</a>`}
</nav>
${rows.length > 0 ? grid(days, rows) : html`<p>${total > 0 ? 'No participant is on this page.' : 'No participant has recorded a day yet.'}</p>`}
${pagination({ page, total, size: PEOPLE_IN_GRID }, (to) => address(to))}`,
  });
}

const grid = (
  days: readonly string[],
  rows: readonly GridRow[],
): Html => html`<div class="pages-table" role="region" aria-label="Days without a record" tabindex="0">
<table class="pages-grid">
<thead><tr><th scope="col">Participant</th><th scope="col">Missing</th>${days.map((day) => html`<th scope="col"><abbr title="${formatDate(day)}">${Number(day.slice(8))}</abbr></th>`)}</tr></thead>
<tbody>${rows.map(
  ({ participantId, studyId, marks }) => html`<tr>
<th scope="row"><a class="pages-link" href="${participantPath(participantId)}">${studyId ?? 'Without a study id'}</a></th>
<td>${marks.filter((mark) => mark === 'missing').length} of ${marks.filter((mark) => mark !== 'not-due').length}</td>
${marks.map((mark) => html`<td><span aria-hidden="true">${MARKS[mark].sign}</span><span class="visually-hidden">${MARKS[mark].text}</span></td>`)}
</tr>`,
)}</tbody>
</table>
</div>`;
