import { DATA_CONSENTS, type DataConsent } from '@stepwise/shared-contracts/entities/consent';
import type { Context } from 'koa';
import * as z from 'zod';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { applyDataChoice, checkStillOpen } from '../../domain/trial/consent/apply-data-choice.command.ts';
import { CHOICES, IDENTIFIED_BY, REQUEST_REASONS } from '../../domain/trial/consent/data-consent-request.ts';
import { makeConsentCopy } from '../../domain/trial/consent/make-consent-copy.ts';
import { notAllowed, notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, field, readForm, selectField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { sendPdf } from '../../platform/http/send-pdf.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { notifyOfErasure } from '../../request/notify-of-erasure.ts';
import { PARTICIPANTS, participantPath, RECEIPTS } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showReceipts } from './receipts.page.ts';

const identifications = Object.keys(IDENTIFIED_BY) as (keyof typeof IDENTIFIED_BY)[];
const reasons = Object.keys(REQUEST_REASONS) as (keyof typeof REQUEST_REASONS)[];

/** The address proves that it is the right participant's page, not just the right button. */
const formSchemaFor = (email: string) =>
  z.object({
    identifiedBy: z.enum(identifications, 'Choose how you made sure who asked.'),
    reason: z.enum(reasons, 'Choose the reason they gave.'),
    confirmation: z
      .string('Type the email address of this participant.')
      .trim()
      .toLowerCase()
      .refine((address) => address === email, 'This is not the email address of this participant.'),
  });

export function consentPages(admin: StaffRouter): void {
  const withdraw = `${PARTICIPANTS}/:id/withdraw/:choice`;
  admin.get(withdraw, 'withdraw', (request) => confirmRequest(request));
  admin.post(withdraw, 'withdraw', applyRequest);
  admin.get(RECEIPTS, 'withdraw', showReceipts);
  admin.get(`${PARTICIPANTS}/:id/consents/:consent`, 'see-names', sendConsentCopy);
}

async function applyRequest(request: StaffRequest): Promise<void> {
  const { ctx, op, session, services } = request;
  const choice = choiceOf(ctx);
  const participant = await load(request, choice);
  const { data, rejected } = readForm(ctx, formSchemaFor(participant.email ?? ''));
  if (rejected) return confirmRequest(request, rejected);
  const { identifiedBy, reason } = data;
  const { email } = participant;
  if (session.participantId === participant.id)
    throw notAllowed('You act for this participant. Log out on their own pages first.');
  await applyDataChoice(op, participant.id, { choice, identifiedBy, reason });
  if (choice !== 'agree') notifyOfErasure(ctx, services, email);
  // Erased in every session of the team; this request would save them again.
  delete session.participantFilter;
  delete session.auditFilter;
  seeOther(ctx, RECEIPTS);
}

async function confirmRequest(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const choice = choiceOf(request.ctx);
  const { id, firstName, lastName } = await load(request, choice);
  const { heading, effects, button } = CHOICES[choice];
  const name = `${firstName} ${lastName}`.trim();
  await showStaffPage(request, {
    title: rejected ? `Error: ${heading}` : heading,
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow">
<h1>${heading}</h1>
${name && html`<p>Asked for by <strong>${name}</strong>.</p>`}
<div class="notice" data-tone="warning">
<p class="notice-title">What happens</p>
<ul>${effects.map((effect) => html`<li>${effect}</li>`)}</ul>
</div>
<p><strong>Tell them first:</strong> ${request.op.content.product.stopNotice}</p>
<p>Tell them so before you go on. No message is sent to them. The audit log records that you did it, for them, and the two answers below.</p>
<form class="pages-form" method="post" action="${participantPath(id)}/withdraw/${choice}" autocomplete="off">
<h2>Confirm</h2>
${errorSummary(rejected)}
${tokenField(request.session.csrfToken)}
${selectField({
  name: 'identifiedBy',
  label: 'How you made sure who asked',
  options: [['', 'Choose one'], ...Object.entries(IDENTIFIED_BY)],
  rejected,
})}
${selectField({
  name: 'reason',
  label: 'The reason they gave',
  options: [['', 'Choose one'], ...Object.entries(REQUEST_REASONS)],
  rejected,
})}
${field(
  {
    name: 'confirmation',
    label: 'Type the email address of this participant to confirm',
    hint: 'Ask them for it. It has to be the one we have.',
    rejected,
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="email" maxlength="254" required value="${rejected?.values.confirmation ?? ''}">`,
)}
<button class="button" data-variant="danger">${button}</button>
<a class="pages-link" href="${participantPath(id)}">Go back, change nothing</a>
</form>
</div>`,
  });
}

function choiceOf({ params }: Context): DataConsent {
  const choice = z.enum(DATA_CONSENTS).safeParse(params.choice);
  if (!choice.success) throw notFound();
  return choice.data;
}

async function load({ op, ctx }: StaffRequest, choice: DataConsent): Promise<Participant> {
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant) throw notFound();
  checkStillOpen(participant, choice);
  return participant;
}

/** The participant's copy names them, so there is none of anonymous people. */
async function sendConsentCopy(request: StaffRequest): Promise<void> {
  const { op, ctx, services, staff } = request;
  await services.rateLimits.work('document', { person: staff.id, ip: ctx.ip });
  const id = idOf(ctx);
  const consent = z.coerce.number().int().positive().max(2_147_483_647).safeParse(ctx.params.consent);
  const participant = await op.db.findOne(Participant, { id });
  if (!consent.success || !participant || participant.dataConsent === 'anonymous') throw notFound();
  const copy = await makeConsentCopy(op.db, op.content, id, consent.data);
  await recordView(request, id);
  sendPdf(ctx, 'consent.pdf', copy);
}
