import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import * as z from 'zod';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { findFollowUps } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { ContactAttempt } from '../../domain/trial/follow-ups/follow-up.entities.ts';
import { html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { FOLLOW_UPS, participantPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { attemptText, STATE_WORDS } from './follow-up-words.ts';

const FOLLOW_UPS_ON_PAGE = 25;
const querySchema = z.object({
  show: z.enum(['due', 'missed']).catch('due'),
  page: pageSchema,
});

export function followUpPages(admin: StaffRouter): void {
  admin.get(FOLLOW_UPS, 'see-follow-ups', showFollowUps);
}

/** Who is asked for a questionnaire now, the longest due first; or who missed one, the latest first. Says nothing of arms. */
async function showFollowUps(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const { show, page } = querySchema.parse(ctx.query);
  await recordView(request, null);
  const all = await findFollowUps(op);
  const due = all.filter(isAskedFor).sort((a, b) => a.dueOn.localeCompare(b.dueOn));
  const missed = all.filter(({ state }) => state === 'missed').sort((a, b) => b.dueOn.localeCompare(a.dueOn));
  const listed = show === 'due' ? due : missed;
  const shown = listed.slice((page - 1) * FOLLOW_UPS_ON_PAGE, page * FOLLOW_UPS_ON_PAGE);
  const ids = shown.map(({ participant }) => participant);
  const people = new Map((await op.db.find(Participant, { id: ids })).map((each) => [each.id, each]));
  const attempts = new Map(
    (await op.db.find(ContactAttempt, { participant: ids }, { orderBy: { at: 'asc' } })).map((attempt) => [
      `${attempt.participant} ${attempt.months}`,
      attempt,
    ]),
  );
  const seesNames = hasRight(staff, 'see-names');
  const rows = shown.map(({ participant, months, dueOn, closesOn, state }) => {
    const person = people.get(participant);
    const name = seesNames && `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim();
    const last = attempts.get(`${participant} ${months}`);
    return [
      html`<a class="pages-link" href="${participantPath(participant)}#follow-ups">${softWrap(name || person?.studyId || 'Without a name')}</a>`,
      person?.studyId ?? '',
      `${months} months`,
      formatDate(dueOn),
      formatDate(closesOn),
      STATE_WORDS[state],
      last ? attemptText(last, op.content.product.timeZone) : 'None',
    ];
  });
  const link = (to: typeof show, text: string) =>
    html`<a class="pages-link" href="${FOLLOW_UPS}?show=${to}"${to === show && html` aria-current="page"`}>${text}</a>`;
  await showStaffPage(request, {
    title: 'Follow-ups',
    main: html`<h1>Follow-ups</h1>
<nav class="pages-turn" aria-label="Which follow-ups">${link('due', `Due (${due.length})`)} ${link('missed', `Missed (${missed.length})`)}</nav>
${
  rows.length > 0
    ? table(
        show === 'due' ? 'Follow-ups that are due' : 'Follow-ups that were missed',
        ['Participant', 'Study id', 'Follow-up', 'Due on', 'Window closes', 'State', 'Last contact attempt'],
        rows,
      )
    : html`<p>${show === 'due' ? 'Nothing is due.' : 'None was missed.'}</p>`
}
${pagination({ page, total: listed.length, size: FOLLOW_UPS_ON_PAGE }, (to) => `${FOLLOW_UPS}?show=${show}&page=${to}`)}`,
  });
}
