import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { countWaitingSigns, findWaitingSignsOf } from '../../domain/care/warning-signs/find-warning-signs.ts';
import {
  recordWarningView,
  resolveWarningSigns,
} from '../../domain/care/warning-signs/resolve-warning-sign.command.ts';
import {
  findWarningStaff,
  setWarningOwner,
} from '../../domain/care/warning-signs/set-warning-owner.command.ts';
import { WarningOwner } from '../../domain/care/warning-signs/warning-owner.entity.ts';
import { WarningSign } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, readForm, selectField } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import {
  newAdverseEventPath,
  participantPath,
  WARNING_SIGNS,
  warningPersonPath,
  warningSignPath,
} from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import { reachCard, responseFields, responseSchema } from './warning-response.ts';
import { symptomsText } from './warning-words.ts';

/** Each day as `id newestAt`. */
const daySchema = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.tuple([z.uuid(), z.iso.datetime()]))
  .transform(([id, newestAt]) => ({ id, newestAt: new Date(newestAt) }));
const formSchema = responseSchema.extend({
  day: z.preprocess((given) => [given ?? []].flat(), z.array(daySchema).min(1)),
});
const ownerSchema = z.object({ owner: z.uuid().or(z.literal('').transform(() => null)) });

/** The days of one participant that wait, to be dealt with together. Opening them counts as a look at each. */
export async function showWarningPerson(request: StaffRequest): Promise<void> {
  await show(request, await load(request));
}

export async function resolveWarningPerson(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const participant = await load(request);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return show(request, participant, rejected);
  const { day: days, ...done } = data;
  if (await resolveWarningSigns(op, participant.id, { ...done, days, staffId: staff.id }))
    return seeOther(ctx, WARNING_SIGNS);
  const error = 'A newer record arrived while you wrote. Look at it, then save again.';
  await show(request, participant, { values: done, errors: { action: error } });
}

export async function chooseOwner({ ctx, op }: StaffRequest): Promise<void> {
  const id = idOf(ctx);
  const form = ownerSchema.safeParse(ctx.request.body);
  if (!form.success) throw new AppError('bad-request', 'Choose a member of the team from the list.');
  await setWarningOwner(op, id, form.data.owner);
  seeOther(ctx, warningPersonPath(id));
}

/** An anonymous participant cannot be reached. */
async function load({ op, ctx }: StaffRequest): Promise<Participant> {
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) }, { refresh: true });
  if (!participant || participant.dataConsent === 'anonymous') throw notFound();
  return participant;
}

async function show(request: StaffRequest, participant: Participant, rejected?: FormErrors): Promise<void> {
  const { op, staff, session } = request;
  const { timeZone } = op.content.product;
  const waiting = await countWaitingSigns(op.db, participant.id);
  const days = await findWaitingSignsOf(op.db, participant.id);
  await recordView(request, participant.id);
  for (const sign of await op.db.find(WarningSign, { id: days.map(({ id }) => id) }))
    await recordWarningView(op, staff.id, sign);
  const name = `${participant.firstName} ${participant.lastName}`.trim() || 'Participant without a name';
  const rows = days.map((day) => [
    html`<a class="pages-link" href="${warningSignPath(day.id)}">${formatDate(day.localDate)}</a>`,
    symptomsText(day),
    formatDatetime(timeZone, day.raisedAt),
    day.seenBy.join(', ') || 'Not yet',
  ]);
  await showStaffPage(request, {
    title: rejected ? 'Error: Warning signs' : 'Warning signs of a participant',
    status: rejected ? 422 : 200,
    main: html`<h1>Warning signs of ${name}</h1>
<p><a class="pages-link" href="${participantPath(participant.id)}">${name}</a></p>
<div class="pages-columns">
${await reachCard(op, participant)}
${await ownerCard(request, participant)}
</div>
<section class="pages-stack" aria-labelledby="waiting">
<h2 id="waiting">${waiting === 0 ? 'No day waits' : waiting === 1 ? '1 day waits' : `${waiting} days wait`}</h2>
${waiting > days.length && html`<p>These are the first ${days.length}; the next follow when they are dealt with.</p>`}
${rows.length > 0 && table('Days that wait', ['Day', 'Warning signs', 'Waits since', 'Seen before by'], rows)}
</section>
${
  days.length > 0 &&
  html`<section class="card" aria-labelledby="deal">
<form class="pages-form" method="post" action="${warningPersonPath(participant.id)}">
<h2 id="deal">${days.length === 1 ? 'What was done' : `Deal with these ${days.length} days together`}</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${days.map(({ id, newestAt }) => html`<input type="hidden" name="day" value="${id} ${newestAt.toISOString()}">`)}
${responseFields(rejected)}
<button class="button">Save</button>
</form>
</section>`
}
${hasRight(staff, 'report-adverse-event') && html`<p class="screen-only"><a class="pages-link" href="${newAdverseEventPath(participant.id)}">Record an adverse event</a></p>`}`,
  });
}

async function ownerCard({ op, session }: StaffRequest, { id }: Participant): Promise<Html> {
  const owner = await op.db.findOne(WarningOwner, { participant: id }, { refresh: true });
  const staff = await findWarningStaff(op);
  return html`<section class="card" aria-labelledby="owner-heading">
<h2 id="owner-heading">Who deals with them</h2>
<form class="pages-form" method="post" action="${warningPersonPath(id)}/owner">
${tokenField(session.csrfToken)}
${selectField({
  name: 'owner',
  label: 'Owner',
  hint: 'Stays until it is changed here. The list shows it to everyone.',
  chosen: owner?.staff ?? '',
  options: [['', 'No one yet'], ...staff.map((each) => [each.id, each.name] as const)],
})}
<button class="button" data-variant="quiet">Save the owner</button>
</form>
</section>`;
}
