import * as z from 'zod';
import { DataLock } from '../../domain/data/data-locks/data-lock.entity.ts';
import type { Signing } from '../../domain/people/signatures/signatures.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import {
  downloadLinkage,
  releaseLinkage,
  startLinkage,
} from '../../domain/reports/linkage/linkage.commands.ts';
import { Linkage, MAX_LINKAGE_REASON_LENGTH } from '../../domain/reports/linkage/linkage.entity.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, readForm, textArea } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { DATA_LOCKS, LINKAGE, linkagePath } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withProof } from '../page/with-proof.ts';
import { withSignature } from '../page/with-signature.ts';

const REASON = `Say why, in 10 to ${MAX_LINKAGE_REASON_LENGTH} characters.`;
const reasonSchema = z.object({
  reason: z.string(REASON).trim().min(10, REASON).max(MAX_LINKAGE_REASON_LENGTH, REASON),
});

/** Releasing the file that links the ids of the export with those of the questionnaires, by two members. */
export function linkagePages(admin: StaffRouter): void {
  const release = `${LINKAGE}/:id`;
  const file = `${release}/file`;
  admin.get(LINKAGE, 'see-linkage', (request) => showLinkage(request));
  admin.post(
    LINKAGE,
    'start-linkage',
    sign(
      'Sign the start of the linkage',
      'I have checked that the data are locked and unchanged, and I start the release of the linkage file.',
      ({ op }, signed) => startLinkage(op, signed),
    ),
  );
  // A form that asked for the password is reloaded here.
  for (const path of [release, file])
    admin.get(path, 'see-linkage', async ({ ctx }) => {
      idOf(ctx);
      seeOther(ctx, LINKAGE);
    });
  admin.post(
    release,
    'see-linkage',
    sign(
      'Sign the release of the linkage',
      'I have checked the reason and the lock, and I release the linkage file. It cannot be taken back.',
      ({ op, ctx }, signed) => releaseLinkage(op, idOf(ctx), signed),
    ),
  );
  admin.post(file, 'see-linkage', withProof(download));
}

/** A form with a reason, which takes effect with a signature. */
const sign = (
  title: string,
  meaning: string,
  carryOut: (request: StaffRequest, signed: { signing: Signing; reason: string }) => Promise<void>,
) =>
  withSignature(
    async (request) => {
      if (request.ctx.params.id !== undefined) idOf(request.ctx);
      const { data, rejected } = readForm(request.ctx, reasonSchema);
      if (rejected) {
        await showLinkage(request, rejected);
        return null;
      }
      const shown = html`<dl class="pages-facts"><dt>Data of</dt><dd>Everybody</dd><dt>Why</dt><dd>${data.reason}</dd></dl>`;
      return { toSign: { title, shown, meaning, back: LINKAGE }, data };
    },
    async (request, { reason }, signing) => {
      const { ctx } = request;
      try {
        await carryOut(request, { signing, reason });
        seeOther(ctx, LINKAGE);
      } catch (error) {
        if (!(error instanceof AppError) || !['unprocessable', 'conflict'].includes(error.code)) throw error;
        await showLinkage(request, { values: { reason }, errors: { reason: error.message } });
      }
    },
  );

async function download({ ctx, op }: StaffRequest): Promise<void> {
  const { csv } = await downloadLinkage(op, idOf(ctx));
  ctx.attachment('linkage.csv');
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = csv;
}

async function showLinkage(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { op, staff } = request;
  const lock = await op.db.findOne(DataLock, { participant: null, unlockedAt: null });
  const all = await op.db.findAll(Linkage, { orderBy: { startedAt: 'desc' }, refresh: true });
  const names = await findStaffNames(
    op.db,
    all.flatMap(({ startedBy, confirmedBy }) => [startedBy, confirmedBy ?? []].flat()),
  );
  const current = all.find((each) => each.lock === lock?.id);
  const mayStart = lock && !current && hasRight(staff, 'start-linkage');
  const isError = rejected && Object.keys(rejected.errors).length > 0;
  const { timeZone } = op.content.product;
  const signed = (at: Date, by: string, reason: string | null) =>
    `${formatDatetime(timeZone, at)}, ${names(by)}: ${reason ?? ''}`;
  await showStaffPage(request, {
    title: isError ? 'Error: Linkage' : 'Linkage',
    status: isError ? 422 : 200,
    main: html`<div class="pages-narrow"><h1>Linkage</h1>
${errorSummary(rejected, 2)}
<p>The questionnaires know a participant by another id than the export. The linkage file joins the two ids, so that outcomes can be compared by group. It is released once everybody's data are locked: a manager starts it, a second member releases it, both with a reason. From then on each export has the questionnaires' results, and its manifest the hashes of the file and of the lock.</p>
${!lock && html`<p>The data are not locked for everybody, so nothing can be released now.</p>`}
${!lock && hasRight(staff, 'lock-data') && html`<p><a class="pages-link" href="${DATA_LOCKS}">Data locks</a></p>`}
${mayStart && signForm(request, rejected, { action: LINKAGE, heading: html`<h2>Start the release</h2>`, hint: 'For example: the last follow-up is done and the data are locked. Name no one.', button: 'Start the release' })}
${lock && !current && !mayStart && html`<p>A manager has to start it.</p>`}
${all.map(
  (each) => html`<section class="card pages-stack" aria-labelledby="release-${each.id}">
<h2 id="release-${each.id}">${each.confirmedAt ? 'Released' : each === current ? 'Waits for a second member' : 'Not released before the data were unlocked'}</h2>
<dl class="pages-facts">
<dt>Started</dt><dd>${signed(each.startedAt, each.startedBy, each.reason)}</dd>
${
  each.confirmedAt &&
  html`<dt>Released</dt><dd>${signed(each.confirmedAt, each.confirmedBy ?? '', each.confirmReason ?? null)}</dd>
<dt>People</dt><dd>${each.people}</dd>
<dt>SHA-256 of the file</dt><dd><span class="pages-hash">${each.sha256}</span></dd>`
}
</dl>
${each.confirmedAt && downloadForm(request, each.id)}
${each === current && !each.confirmedAt && (each.startedBy === staff.id ? html`<p>You started it, so another member has to release it.</p>` : signForm(request, rejected, { action: linkagePath(each.id), heading: html`<h3>Release the file</h3>`, hint: 'It cannot be taken back. Name no one.', button: 'Release the linkage file' }))}
</section>`,
)}
</div>`,
  });
}

const downloadForm = (
  { session }: StaffRequest,
  id: string,
): Html => html`<form class="pages-stack" method="post" action="${linkagePath(id)}/file">
${tokenField(session.csrfToken)}
<p class="soft">Where people asked for deletion since, it has fewer rows and another hash. The audit log records the download.</p>
<button class="button" data-variant="quiet">Download the linkage file</button>
</form>`;

const signForm = (
  { session }: StaffRequest,
  rejected: FormErrors | undefined,
  { action, heading, hint, button }: { action: string; heading: Html; hint: string; button: string },
): Html => html`<form class="pages-form" method="post" action="${action}">
${heading}
${tokenField(session.csrfToken)}
${textArea({ name: 'reason', label: 'Why', hint, shortest: 10, longest: MAX_LINKAGE_REASON_LENGTH, rejected })}
<button class="button">${button}</button>
</form>`;
