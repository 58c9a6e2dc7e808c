import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import {
  awaitsRandomisation,
  confirmRandomisation,
} from '../../domain/trial/randomisation/confirm-randomisation.command.ts';
import { AWAITING_ON_PAGE, findAwaiting } from '../../domain/trial/randomisation/find-awaiting.ts';
import { reportRandomisations } from '../../domain/trial/randomisation/report-randomisations.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import {
  ALLOCATION,
  ALLOCATION_REPORT,
  allocatePath,
  PARTICIPANTS,
  participantPath,
} from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { waitingReasons } from '../participant/waiting-reasons.ts';

export function allocationPages(admin: StaffRouter): void {
  admin.get(ALLOCATION, 'allocate', showWaiting);
  admin.post(ALLOCATION_REPORT, 'report-allocation', sendReport);
  admin.get(`${PARTICIPANTS}/:id/allocate`, 'allocate', askToRandomise);
  admin.post(`${PARTICIPANTS}/:id/allocate`, 'allocate', async (request) => {
    const { ctx, op, services } = request;
    const id = idOf(ctx);
    const { allocationSeed, config } = services;
    await confirmRandomisation(op, id, { allocationSeed, auditKey: config.auditKey });
    seeOther(ctx, pageAfter(request, id));
  });
}

/** Every randomisation as CSV, under study ids. */
async function sendReport({ ctx, op, services, staff }: StaffRequest): Promise<void> {
  await services.rateLimits.work('export', { person: staff.id, ip: ctx.ip });
  await op.audit('allocation.reported', null, {});
  ctx.attachment(`allocations-${op.now.toISOString().slice(0, 10)}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = await reportRandomisations(op.db);
}

/** Those who wait to be randomised, the longest first. */
async function showWaiting(request: StaffRequest): Promise<void> {
  const { ctx, op, services, staff, viewer } = request;
  const { timeZone } = services.content.product;
  await recordView(request, null);
  const page = pageSchema.parse(ctx.query.page);
  const [waiting, total] = await findAwaiting(op.db, page);
  const reasons: Html[][] = [];
  for (const participant of waiting) reasons.push(await waitingReasons(request, participant));
  await showStaffPage(request, {
    title: 'Allocation',
    main: html`<h1>Allocation</h1>
<p>${
      services.config.allocation === 'manual'
        ? 'The team randomises each participant once the questionnaire is confirmed.'
        : services.config.mail
          ? 'Participants are randomised automatically, once the questionnaire and their email address are confirmed. Those whom a check holds wait for the team.'
          : 'Participants are randomised automatically, as soon as the questionnaire is confirmed.'
    } Randomisation happens once and cannot be changed. The next group cannot be seen beforehand.</p>
${ctx.query.done === 'randomised' && html`<div class="notice" role="status"><p class="notice-title">The participant is randomised</p></div>`}
<section class="pages-stack" aria-labelledby="waiting">
<h2 id="waiting">${total === 0 ? 'No participant waits' : total === 1 ? '1 participant waits' : `${total} participants wait`}</h2>
${
  waiting.length > 0 &&
  table(
    'Participants who wait',
    ['Participant', 'Confirmed', 'Why they wait', 'Group'],
    waiting.map((participant, index) => [
      hasRight(staff, 'see-participants')
        ? html`<a class="pages-link" href="${participantPath(participant.id)}">${softWrap(nameFor(viewer, participant))}</a>`
        : nameFor(viewer, participant),
      participant.questionnaireConfirmedAt
        ? formatDatetime(timeZone, participant.questionnaireConfirmedAt)
        : '',
      html`<ul>${reasons[index]?.map((reason) => html`<li>${reason}</li>`)}</ul>`,
      html`<a class="pages-link" href="${allocatePath(participant.id)}">Randomise<span class="visually-hidden"> ${nameFor(viewer, participant)}</span></a>`,
    ]),
  )
}
${pagination({ page, total, size: AWAITING_ON_PAGE }, (to) => `${ALLOCATION}?page=${to}`)}
</section>`,
  });
}

/** Randomisation cannot be undone, so it is confirmed first. */
async function askToRandomise(request: StaffRequest): Promise<void> {
  const { ctx, op, session, viewer } = request;
  const id = idOf(ctx);
  const participant = await op.db.findOne(Participant, { id });
  if (!participant) throw notFound();
  if (!awaitsRandomisation(participant)) return seeOther(ctx, pageAfter(request, id));
  const reasons = await waitingReasons(request, participant);
  await showStaffPage(request, {
    title: 'Randomise',
    main: html`<section class="card pages-narrow">
<form class="pages-form" method="post" action="${allocatePath(id)}">
<h1>Randomise ${nameFor(viewer, participant)}?</h1>
<p>Why they wait:</p>
<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
<p>The group is assigned at random, once, and cannot be changed afterwards. The participant's own pages move on at once. The audit log records that you did this.</p>
${tokenField(session.csrfToken)}
<button class="button">Randomise</button>
</form>
<p><a class="pages-link" href="${hasRight(request.staff, 'see-participants') ? participantPath(id) : ALLOCATION}">Not now</a></p>
</section>`,
  });
}

/** The participant's page, or the list for those who randomise and see nothing more. */
const pageAfter = ({ staff }: StaffRequest, id: string): string =>
  hasRight(staff, 'see-participants') ? participantPath(id) : `${ALLOCATION}?done=randomised`;
