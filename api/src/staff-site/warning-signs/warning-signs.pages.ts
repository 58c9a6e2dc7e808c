import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { WARNING_ACTIONS } from '../../domain/tracker/warning-sign.entities.ts';
import {
  findClosedSigns,
  findWaitingSigns,
  type ListedWarningSign,
} from '../../domain/warning-signs/find-warning-signs.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { participantPath, WARNING_SIGNS, warningSignPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { dealWithSign, showWarningSign } from './warning-sign.page.ts';

const CLOSED_SHOWN_DAYS = 30;

export function warningSignPages(admin: StaffRouter): void {
  admin.get(WARNING_SIGNS, 'review-warnings', showQueue);
  admin.get(`${WARNING_SIGNS}/:id`, 'review-warnings', showWarningSign);
  admin.post(`${WARNING_SIGNS}/:id`, 'review-warnings', dealWithSign);
}

async function showQueue(request: StaffRequest): Promise<void> {
  const { op } = request;
  const { timeZone, researchTeam } = op.content.product;
  await recordView(request, null);
  const waiting = await findWaitingSigns(op.db);
  const closed = await findClosedSigns(op.db, new Date(op.now.getTime() - CLOSED_SHOWN_DAYS * 86_400_000));
  await showStaffPage(request, {
    title: 'Warning signs',
    main: html`<h1>Warning signs</h1>
<p>Days on which a participant recorded a warning sign. Each waits here until it is dealt with. New ones are also sent to ${researchTeam.email}. Participants are told that nobody watches outside the team's hours (${researchTeam.hours}).</p>
<section class="pages-stack" aria-labelledby="waiting">
<h2 id="waiting">${waiting.length === 0 ? 'Nothing waits' : waiting.length === 1 ? '1 day waits' : `${waiting.length} days wait`}</h2>
${waiting.length > 0 && signsTable('Days that wait', 'Waits since', waiting, ({ raisedAt }) => formatDatetime(timeZone, raisedAt))}
</section>
${
  closed.length > 0 &&
  html`<section class="pages-stack" aria-labelledby="closed">
<h2 id="closed">Dealt with in the last ${CLOSED_SHOWN_DAYS} days</h2>
${signsTable('Days dealt with', 'Dealt with', closed, ({ closedAt, lastAction }) =>
  [closedAt && formatDatetime(timeZone, closedAt), lastAction && WARNING_ACTIONS[lastAction]]
    .filter(Boolean)
    .join(': '),
)}
</section>`
}`,
  });
}

const signsTable = (
  label: string,
  column: string,
  signs: readonly ListedWarningSign[],
  describe: (sign: ListedWarningSign) => string,
): Html =>
  table(
    label,
    ['Day', 'Participant', 'Warning signs', column, 'Seen by'],
    signs.map((sign) => [
      html`<a class="pages-link" href="${warningSignPath(sign.id)}">${formatDate(sign.localDate)}</a>`,
      html`<a class="pages-link" href="${participantPath(sign.participantId)}">${softWrap(sign.name || 'Without a name')}</a>`,
      signsText(sign),
      describe(sign),
      sign.seenBy.join(', ') || 'Not yet',
    ]),
  );

const signsText = ({ symptoms, selfHarm }: ListedWarningSign): Html =>
  html`${selfHarm && html`<strong>Self-harm.</strong> `}${softWrap(symptoms.join(', '))}`;
