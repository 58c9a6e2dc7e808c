import { STOP_REASONS } from '@stepwise/shared-contracts/entities/stop';
import * as z from 'zod';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { REQUEST_REASONS } from '../../domain/trial/consent/data-consent-request.ts';
import { leavePlan, resumePlan } from '../../domain/trial/consent/leave-plan.command.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, readForm, selectField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

export const leavePlanPath = (id: string): string => `${participantPath(id)}/leave-plan`;
export const resumePlanPath = (id: string): string => `${participantPath(id)}/resume-plan`;

const formSchema = z.object({ reason: z.enum(STOP_REASONS, 'Choose the reason they gave.') });

/** Taking a participant out of the plan, and opening it again, as they asked. */
export function leavePlanPages(admin: StaffRouter): void {
  const leave = `${PARTICIPANTS}/:id/leave-plan`;
  const resume = `${PARTICIPANTS}/:id/resume-plan`;
  admin.get(leave, 'withdraw', (request) => confirmLeaving(request));
  admin.post(leave, 'withdraw', async (request) => {
    const { ctx, op } = request;
    const id = idOf(ctx);
    const { data, rejected } = readForm(ctx, formSchema);
    if (rejected) return confirmLeaving(request, rejected);
    await leavePlan(op, id, data.reason);
    seeOther(ctx, `${participantPath(id)}#withdrawal`);
  });
  admin.get(resume, 'withdraw', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(resume, 'withdraw', async ({ ctx, op }) => {
    const id = idOf(ctx);
    await resumePlan(op, id);
    seeOther(ctx, participantPath(id));
  });
}

async function confirmLeaving(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, op, session } = request;
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant) throw notFound();
  const { id, firstName, lastName } = participant;
  await recordView(request, id);
  const heading = 'They leave the plan and stay in the follow-up';
  await showStaffPage(request, {
    title: rejected ? `Error: ${heading}` : heading,
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow">
<h1>${heading}</h1>
<p>Asked for by <strong>${`${firstName} ${lastName}`.trim()}</strong>.</p>
<div class="notice" data-tone="warning">
<p class="notice-title">Tell them first</p>
<p>${op.content.product.stopNotice}</p>
</div>
<ul>
<li>They stay on the dose they take now. No further step of the plan is due.</li>
<li>Check-ups and daily messages end. Follow-up questionnaires go on.</li>
<li>What they recorded stays. A manager can open the plan again.</li>
</ul>
<form class="pages-form" method="post" action="${leavePlanPath(id)}">
<h2>Confirm</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${selectField({
  name: 'reason',
  label: 'The reason they gave',
  options: [['', 'Choose one'], ...Object.entries(REQUEST_REASONS)],
  rejected,
})}
<button class="button" data-variant="danger">They leave the plan</button>
<a class="pages-link" href="${participantPath(id)}">Go back, change nothing</a>
</form>
</div>`,
  });
}
