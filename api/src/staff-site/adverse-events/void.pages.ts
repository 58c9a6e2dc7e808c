import * as z from 'zod';
import {
  AdverseEvent,
  AdverseEventVersion,
  VOID_REASONS,
  type VoidReason,
} from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import {
  checkVoidable,
  voidAdverseEvent,
} from '../../domain/trial/adverse-events/void-adverse-event.command.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, readForm, selectField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { ADVERSE_EVENTS, adverseEventPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { withSignature } from '../page/with-signature.ts';
import { seriousText } from './adverse-event-words.ts';

const voidSchema = z.object({
  reason: z.enum(Object.keys(VOID_REASONS) as VoidReason[], 'Choose why it is void.'),
});

/** Voiding an event that was recorded by mistake, with a reason and a signature. */
export function voidPages(admin: StaffRouter): void {
  const path = `${ADVERSE_EVENTS}/:id/void`;
  admin.get(path, 'change-adverse-event', (request) => showForm(request));
  admin.post(path, 'change-adverse-event', signVoid);
}

async function load({ ctx, op }: StaffRequest) {
  const id = idOf(ctx);
  const event = await op.db.findOne(AdverseEvent, { id }, { refresh: true });
  if (!event) throw notFound();
  const isNewest = { event: id, supersededAt: null };
  return { event, newest: await op.db.findOneOrFail(AdverseEventVersion, isNewest, { refresh: true }) };
}

async function summary(request: StaffRequest) {
  const { event, newest } = await load(request);
  checkVoidable(event, newest, request.staff.id);
  await recordView(request, event.participant);
  const teamText = await findTeamTexts(request, [event.participant]);
  const words = html`<p>${seriousText(request.op.content.safety, newest.criteria)}. Version ${newest.version}.</p>
<p class="pages-text">${teamText(event.participant, newest.description)}</p>`;
  return { event, words };
}

async function showForm(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { event, words } = await summary(request);
  const heading = 'Void an adverse event';
  await showStaffPage(request, {
    title: rejected ? `Error: ${heading}` : heading,
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow"><h1>${heading}</h1>
${words}
<p>It stays with all its versions, and is no longer counted, exported or reported. It cannot be undone: record it again where that was a mistake.</p>
<form class="pages-form" method="post" action="${adverseEventPath(event.id)}/void">
${errorSummary(rejected, 2)}
${tokenField(request.session.csrfToken)}
${selectField({ name: 'reason', label: 'Why it is void', options: [['', 'Choose one'], ...Object.entries(VOID_REASONS)], rejected })}
<button class="button" data-variant="danger">Void it</button>
</form>
<p><a class="pages-link" href="${adverseEventPath(event.id)}">Go back, void nothing</a></p></div>`,
  });
}

const signVoid = withSignature(
  async (request) => {
    const { data, rejected } = readForm(request.ctx, voidSchema);
    if (rejected) {
      await showForm(request, rejected);
      return null;
    }
    const { event, words } = await summary(request);
    const toSign = {
      title: 'Sign that it is void',
      shown: html`${words}<p>Why it is void: ${VOID_REASONS[data.reason]}</p>`,
      meaning: 'I have checked that this adverse event was recorded by mistake, for the reason given.',
      back: adverseEventPath(event.id),
    };
    return { toSign, data: { id: event.id, ...data } };
  },
  async ({ ctx, op }, { id, reason }, signing) => {
    await voidAdverseEvent(op, id, { reason, signing });
    seeOther(ctx, adverseEventPath(id));
  },
);
