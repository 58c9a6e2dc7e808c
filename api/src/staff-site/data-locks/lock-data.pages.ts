import * as z from 'zod';
import { MAX_LOCK_REASON_LENGTH } from '../../domain/data/data-locks/data-lock.entity.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import { findOpenWork, isSettled } from '../../domain/reports/locking/find-open-work.ts';
import { lockData, lockFault } from '../../domain/reports/locking/lock-data.command.ts';
import { closeParticipation, reopenParticipation } from '../../domain/trial/closure/closure.commands.ts';
import { CLOSURE_REASONS, type ClosureReason } from '../../domain/trial/closure/closure.entity.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import {
  errorSummary,
  type FormErrors,
  formValues,
  readForm,
  selectField,
  textArea,
} from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import {
  closePath,
  DATA_LOCKS,
  dataLockPath,
  LOCK_EVERYBODY,
  lockPath,
  PARTICIPANTS,
  participantPath,
} from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withProof } from '../page/with-proof.ts';
import { withSignature } from '../page/with-signature.ts';
import { openWorkList } from './open-work-list.ts';

const REASON = `Say why, in at most ${MAX_LOCK_REASON_LENGTH} characters.`;
export const lockReasonSchema = z.object({
  reason: z.string(REASON).trim().min(1, REASON).max(MAX_LOCK_REASON_LENGTH, REASON),
});
const closeSchema = z.object({
  closure: z.enum(Object.keys(CLOSURE_REASONS) as ClosureReason[], 'Choose why nothing more is expected.'),
});

/** Locking the data of one participant or of everybody, and closing a participant's part so that theirs may be locked. */
export function lockDataPages(admin: StaffRouter): void {
  const one = `${PARTICIPANTS}/:id/lock`;
  const close = `${PARTICIPANTS}/:id/close`;
  const reopen = `${PARTICIPANTS}/:id/reopen`;
  admin.get(LOCK_EVERYBODY, 'lock-data', async (request) => {
    await showOpenWork(request, null);
  });
  admin.post(
    LOCK_EVERYBODY,
    'lock-data',
    lockWithSignature(async () => null),
  );
  admin.get(one, 'lock-data', async (request) => {
    await showOpenWork(request, await load(request));
  });
  admin.post(one, 'lock-data', lockWithSignature(load));
  for (const path of [close, reopen])
    admin.get(path, 'lock-data', async ({ ctx }) => seeOther(ctx, lockPath(idOf(ctx))));
  admin.post(close, 'lock-data', withProof(closeOne));
  admin.post(
    reopen,
    'lock-data',
    withProof(async ({ ctx, op, staff }) => {
      const id = idOf(ctx);
      await reopenParticipation(op, id, staff.id);
      seeOther(ctx, participantPath(id));
    }),
  );
}

async function load({ op, ctx }: StaffRequest): Promise<Participant> {
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant) throw notFound();
  return participant;
}

const lockWithSignature = (loadOne: (request: StaffRequest) => Promise<Participant | null>) =>
  withSignature(
    async (request) => {
      const { ctx, op } = request;
      const participant = await loadOne(request);
      const { data, rejected } = readForm(ctx, lockReasonSchema);
      if (rejected) return showOpenWork(request, participant, rejected);
      const fault = await lockFault(op, participant?.id ?? null);
      if (fault) return showFault(request, participant, fault);
      const toSign = {
        title: 'Sign the lock',
        shown: html`<dl class="pages-facts"><dt>Data of</dt><dd>${participant ? (participant.studyId ?? 'Participant without a study id') : 'Everybody'}</dd>
<dt>Why the data are locked</dt><dd>${data.reason}</dd></dl>
<p>The fingerprint (SHA-256) of the data is made as you sign.</p>`,
        meaning: 'I have checked that nothing is open, and I lock these data as they are.',
        back: participant ? lockPath(participant.id) : LOCK_EVERYBODY,
      };
      return { toSign, data: { participant, ...data } };
    },
    async (request, { participant, reason }, signing) => {
      const { ctx, op } = request;
      try {
        const id = await lockData(op, participant?.id ?? null, { reason, signing });
        seeOther(ctx, dataLockPath(id));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
        await showFault(request, participant, error.message);
      }
    },
  );

const showFault = (request: StaffRequest, participant: Participant | null, reason: string): Promise<null> =>
  showOpenWork(request, participant, { values: formValues(request.ctx.request.body), errors: { reason } });

async function closeOne(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const participant = await load(request);
  const { data, rejected } = readForm(ctx, closeSchema);
  if (rejected) {
    await showOpenWork(request, participant, rejected);
    return;
  }
  await closeParticipation(op, participant.id, { reason: data.closure, staffId: staff.id });
  seeOther(ctx, lockPath(participant.id));
}

/** What is still open, and where nothing is, the form that locks. */
async function showOpenWork(
  request: StaffRequest,
  participant: Participant | null,
  rejected?: FormErrors,
): Promise<null> {
  const { op, viewer } = request;
  if (participant) await recordView(request, participant.id);
  const open = await findOpenWork(op, participant?.id ?? null);
  const heading = participant ? 'Lock the data of one participant' : 'Lock everybody’s data';
  const mayClose = participant && open.people.length > 0;
  await showStaffPage(request, {
    title: rejected ? `Error: ${heading}` : heading,
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow">
<h1>${heading}</h1>
${participant && html`<p><a class="pages-link" href="${participantPath(participant.id)}">${nameFor(viewer, participant)}</a></p>`}
${openWorkList(open, participant?.id ?? null)}
${mayClose && closeForm(request, participant.id, rejected?.errors.closure ? rejected : undefined)}
${isSettled(open) ? lockForm(request, participant?.id ?? null, rejected) : rejected?.errors.reason && errorSummary(rejected, 2)}
<p><a class="pages-link" href="${DATA_LOCKS}">Go back, lock nothing</a></p>
</div>`,
  });
  return null;
}

const lockForm = (
  { session }: StaffRequest,
  id: string | null,
  rejected: FormErrors | undefined,
): Html => html`<form class="pages-form" method="post" action="${id ? lockPath(id) : LOCK_EVERYBODY}">
<h2>Lock</h2>
<ul>
<li>The plan as chosen, reported follow-ups and what was recorded until now are kept as they are.</li>
<li>Check-ups, dose reports, warning signs and adverse events are still taken. They reach the team as ever and are kept apart.</li>
<li>Data choices, contact details and questions about a dose stay open.</li>
</ul>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${textArea({ name: 'reason', label: 'Why the data are locked', hint: 'It is kept with the lock and in the audit log. Name no one.', longest: MAX_LOCK_REASON_LENGTH, rejected })}
<button class="button">Lock the data</button>
</form>`;

const closeForm = (
  { session }: StaffRequest,
  id: string,
  rejected: FormErrors | undefined,
): Html => html`<form class="pages-form" method="post" action="${closePath(id)}">
<h2>Nothing more is expected of them</h2>
<p>Follow-ups end, and so do messages about them and daily messages. What they report is still taken. You can open their part again.</p>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${selectField({ name: 'closure', label: 'Why', options: [['', 'Choose one'], ...Object.entries(CLOSURE_REASONS)], rejected })}
<button class="button" data-variant="danger">Close their part in the trial</button>
</form>`;
