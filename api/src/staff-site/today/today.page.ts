import { addDays, formatDateInWords, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { countNewSince } from '../../domain/reports/today/find-today.ts';
import { fromDatetimeLocal } from '../../platform/html/datetime-local.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { DATA_QUERIES, HOME, PARTICIPANTS } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import type { TodayCount, TodayItem } from './today-item.ts';
import { TODAY_SOURCES } from './today-sources.ts';

export const todayPages = (admin: StaffRouter): void => admin.get(HOME, 'own-account', showToday);

/** What is overdue, due, new and with others, by the rights of who looks. Participants are named by their study id. */
async function showToday(request: StaffRequest): Promise<void> {
  const { op, staff } = request;
  const { timeZone } = op.content.product;
  const items: TodayItem[] = [];
  const waiting: TodayCount[] = [];
  for (const { right, find } of TODAY_SOURCES) {
    if (!hasRight(staff, right)) continue;
    const found = await find(request);
    items.push(...(found.items ?? []));
    waiting.push(...(found.waiting ?? []));
  }
  const overdue = items.filter(({ isOverdue }) => isOverdue);
  const due = items.filter(({ isOverdue }) => !isOverdue);
  const { since, day } = lastWorkingDay(op.now, timeZone);
  await showStaffPage(request, {
    title: 'Today',
    main: html`<h1>${formatDateInWords(localDate(op.now, timeZone))}</h1>
<div class="pages-today">
<div class="pages-stack">
${overdue.length > 0 && list('overdue', `Overdue (${overdue.length})`, overdue)}
${due.length > 0 ? list('due', `Due today (${due.length})`, due) : html`<section class="card" aria-labelledby="due"><h2 id="due">Due today</h2><p>${overdue.length > 0 ? 'Nothing else.' : 'Nothing is due.'}</p></section>`}
</div>
<div class="pages-stack">
${counts('new', `New since ${day}`, await newSince(request, since))}
${counts('waiting', 'Waiting for others', waiting)}
</div>
</div>`,
  });
}

const list = (id: string, heading: string, items: readonly TodayItem[]): Html =>
  html`<section class="card pages-tasks" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<ul>${items.map(
    ({ title, detail, action, path }, index) =>
      html`<li><span id="${id}-${index}"><strong>${title}</strong>${detail && html`<br><span class="soft">${detail}</span>`}</span> <a class="pages-link" href="${path}" aria-describedby="${id}-${index}">${action}</a></li>`,
  )}</ul>
</section>`;

/** Only what there is; nothing where all are none. */
function counts(id: string, heading: string, all: readonly TodayCount[]): Html | null {
  const shown = all.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return html`<section class="card pages-tasks" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<ul>${shown.map(({ title, count, path }) => html`<li>${path ? html`<a class="pages-link" href="${path}">${title}</a>` : title} <span>${count}</span></li>`)}</ul>
</section>`;
}

async function newSince({ op, staff }: StaffRequest, since: Date): Promise<TodayCount[]> {
  const { consented, randomised, leftPlan, queriesAnswered } = await countNewSince(op, since);
  const all = [
    ['see-participants', { title: 'Consented', count: consented, path: PARTICIPANTS }],
    ['see-participants', { title: 'Randomised', count: randomised }],
    ['see-arms', { title: 'Left the plan, stays in the follow-up', count: leftPlan }],
    [
      'see-queries',
      { title: 'Queries answered', count: queriesAnswered, path: `${DATA_QUERIES}?state=answered` },
    ],
  ] as const;
  return all.filter(([right]) => hasRight(staff, right)).map(([, counted]) => counted);
}

/** The working day before: when it began, and its name. */
function lastWorkingDay(now: Date, timeZone: string): { since: Date; day: string } {
  const [weekday = ''] = formatDateInWords(localDate(now, timeZone)).split(' ');
  const before = addDays(localDate(now, timeZone), -({ Monday: 3, Sunday: 2 }[weekday] ?? 1));
  const [day = ''] = formatDateInWords(before).split(' ');
  return { since: fromDatetimeLocal(timeZone, `${before}T00:00`) ?? now, day };
}
