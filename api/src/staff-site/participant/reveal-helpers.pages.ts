import * as z from 'zod';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import { notAllowed, notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, readForm, textArea } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { PARTICIPANTS, participantPath, revealHelpersPath } from '../page/navigation.ts';
import { factsCard } from '../page/participant-section.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { helperFacts } from './contact.section.ts';

const MIN_REASON_LENGTH = 10;
const MAX_REASON_LENGTH = 500;
const FAULT = `Say what the emergency is, in ${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters.`;
const formSchema = z.object({
  reason: z.string(FAULT).trim().min(MIN_REASON_LENGTH, FAULT).max(MAX_REASON_LENGTH, FAULT),
});

/** Shows a blinded member the doctor and the support person, once they have said why. */
export function revealHelpersPages(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/helpers`;
  admin.get(path, 'reveal-helpers', async (request) => showForm(request, await loadNamed(request)));
  admin.post(path, 'reveal-helpers', reveal);
}

async function loadNamed({ ctx, op }: StaffRequest): Promise<Participant> {
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant) throw notFound();
  if (participant.dataConsent === 'anonymous') throw notAllowed('Nothing is kept of whom they named.');
  return participant;
}

async function showForm(
  request: StaffRequest,
  participant: Participant,
  rejected?: FormErrors,
): Promise<void> {
  const { session, viewer } = request;
  const { id } = participant;
  await showStaffPage(request, {
    title: rejected ? 'Error: Doctor and support person' : 'Doctor and support person',
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow">
<h1>Doctor and support person</h1>
<p><a class="pages-link" href="${participantPath(id)}">${nameFor(viewer, participant)}</a></p>
<p>Only in an emergency, when no colleague who is not blinded can call. Whether there is anyone, and whom they named, may tell you the participant’s group.</p>
<form class="pages-form" method="post" action="${revealHelpersPath(id)}" autocomplete="off">
${errorSummary(rejected, 2)}
${tokenField(session.csrfToken)}
${textArea({
  name: 'reason',
  label: 'What the emergency is',
  hint: 'Write no names, since the audit log records it with yours.',
  shortest: MIN_REASON_LENGTH,
  longest: MAX_REASON_LENGTH,
  rejected,
})}
<button class="button">Show them</button>
</form>
</div>`,
  });
}

async function reveal(request: StaffRequest): Promise<void> {
  const { ctx, op, viewer } = request;
  const participant = await loadNamed(request);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return showForm(request, participant, rejected);
  await op.audit('helpers.revealed', participant.id, { after: { reason: data.reason } });
  await showStaffPage(request, {
    title: 'Doctor and support person',
    main: html`<div class="pages-narrow">
<h1>Doctor and support person</h1>
<p><a class="pages-link" href="${participantPath(participant.id)}">${nameFor(viewer, participant)}</a></p>
${factsCard('helpers', 'For this emergency', await helperFacts(op, participant.id))}
</div>`,
  });
}
