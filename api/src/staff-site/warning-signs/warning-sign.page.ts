import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import {
  findSignsOf,
  findSteps,
  type ListedStep,
} from '../../domain/care/warning-signs/find-warning-signs.ts';
import {
  recordWarningView,
  resolveWarningSign,
} from '../../domain/care/warning-signs/resolve-warning-sign.command.ts';
import { WARNING_ACTIONS, WarningSign } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, readForm } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { itemWords } from '../page/item-words.ts';
import { newAdverseEventPath, participantPath, WARNING_SIGNS, warningSignPath } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import { reachCard, responseFields, responseSchema } from './warning-response.ts';

const formSchema = responseSchema.extend({ newestAt: z.iso.datetime() });

/** One day with a warning sign: what was recorded, how to reach the participant, who looked and what was done. Opening it counts as a look. */
export async function showWarningSign(request: StaffRequest): Promise<void> {
  await show(request, await load(request));
}

export async function resolveSign(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const sign = await load(request);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return show(request, sign, rejected);
  const { newestAt, ...done } = data;
  const response = { ...done, staffId: staff.id, newestAt: new Date(newestAt) };
  if (await resolveWarningSign(op, sign.id, response)) return seeOther(ctx, WARNING_SIGNS);
  const error = 'A newer record arrived while you wrote. Look at it, then save again.';
  await show(request, await load(request), { values: done, errors: { action: error } });
}

async function load({ op, ctx }: StaffRequest): Promise<WarningSign> {
  const sign = await op.db.findOne(WarningSign, { id: idOf(ctx) }, { refresh: true });
  if (!sign) throw notFound();
  return sign;
}

async function show(request: StaffRequest, sign: WarningSign, rejected?: FormErrors): Promise<void> {
  const { op, session, staff } = request;
  const { timeZone } = op.content.product;
  const { symptom } = itemWords(request);
  await recordWarningView(op, staff.id, sign);
  const participant = await op.db.findOneOrFail(Participant, { id: sign.participant });
  const listed = (await findSignsOf(op.db, participant.id)).find(({ id }) => id === sign.id);
  const name = `${participant.firstName} ${participant.lastName}`.trim() || 'Participant without a name';
  await showStaffPage(request, {
    title: rejected ? 'Error: Warning sign' : 'Warning sign',
    status: rejected ? 422 : 200,
    main: html`<h1>Warning sign on ${formatDate(sign.localDate)}</h1>
<p><a class="pages-link" href="${participantPath(participant.id)}">${name}</a></p>
<div class="pages-columns">
<section class="card pages-stack" aria-labelledby="recorded">
<h2 id="recorded">What was recorded</h2>
<ul>${listed?.symptoms.map((text) => html`<li>${symptom(text)}</li>`)}</ul>
${sign.selfHarm && html`<p><strong>One of these is about self-harm.</strong></p>`}
<p class="soft">First on ${formatDatetime(timeZone, sign.raisedAt)}, last on ${formatDatetime(timeZone, sign.newestAt)}. All versions of the day's record count.</p>
</section>
${await reachCard(op, participant)}
</div>
${steps(await findSteps(op.db, sign.id), timeZone)}
${form(sign, session.csrfToken, rejected)}
${
  hasRight(staff, 'report-adverse-event') &&
  html`<p class="screen-only"><a class="pages-link" href="${newAdverseEventPath(participant.id)}?sign=${sign.id}">Record an adverse event from this day</a></p>`
}`,
  });
}

const steps = (
  taken: readonly ListedStep[],
  timeZone: string,
): Html => html`<section class="pages-stack" aria-labelledby="steps">
<h2 id="steps">Who looked, and what was done</h2>
${table(
  'Steps',
  ['When', 'Who', 'What'],
  taken.map(({ at, staff, action, note }) => [
    formatDatetime(timeZone, at),
    staff,
    action ? `${WARNING_ACTIONS[action]}. ${note ?? 'The note was erased.'}` : 'Looked at it',
  ]),
)}
</section>`;

const form = (
  sign: WarningSign,
  csrfToken: string,
  rejected: FormErrors | undefined,
): Html => html`<section class="card" aria-labelledby="deal">
<form class="pages-form" method="post" action="${warningSignPath(sign.id)}">
<h2 id="deal">${sign.closedAt ? 'Add what was done since' : 'What was done'}</h2>
${errorSummary(rejected)}
${tokenField(csrfToken)}
<input type="hidden" name="newestAt" value="${sign.newestAt.toISOString()}">
${responseFields(rejected)}
<button class="button">Save</button>
</form>
</section>`;
