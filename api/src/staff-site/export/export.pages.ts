import * as z from 'zod';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { exportData } from '../../domain/reports/export/export-data.command.ts';
import { findExports, type PastExport } from '../../domain/reports/export/find-exports.ts';
import { notAllowed } from '../../platform/errors/app-error.ts';
import {
  checkboxesField,
  errorSummary,
  type FormErrors,
  readForm,
  selectField,
  textArea,
} from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { streamOf } from '../../platform/http/stream-of.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { ALLOCATION_REPORT, EXPORT } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withSignature } from '../page/with-signature.ts';

const MIN_REASON_LENGTH = 10;
const MAX_REASON_LENGTH = 500;
const LISTED = 50;
/** A download that reads nothing for this time is abandoned: the export blocks others and retains old rows. */
const STALLED_MS = 2 * 60_000;
const FAULT = `Say what the data are for, in ${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters.`;
const LISTED_AFTERWARDS =
  'Afterwards the page Export lists it with the checksum of the zip and your signature.';
const formSchema = z.object({
  variant: z.enum(['whole', 'masked'], 'Choose what the download holds.').default('whole'),
  dates: z.enum(['yes']).optional(),
  reason: z.string(FAULT).trim().min(MIN_REASON_LENGTH, FAULT).max(MAX_REASON_LENGTH, FAULT),
});

export function exportPages(admin: StaffRouter): void {
  admin.get(EXPORT, 'export', (request) => showExports(request));
  admin.post(EXPORT, 'export', signRelease);
}

/** Data leave with a signature: what they are for, and what they hold. */
const signRelease = withSignature(
  async (request) => {
    const { ctx, staff } = request;
    const { data, rejected } = readForm(ctx, formSchema);
    if (rejected) {
      await showExports(request, rejected);
      return null;
    }
    const { reason } = data;
    const isMasked = data.variant === 'masked';
    const hasDates = data.dates === 'yes';
    if (hasDates && !hasRight(staff, 'export-dates'))
      throw notAllowed('Your role on the team allows no calendar dates.');
    if (!isMasked && !hasRight(staff, 'export-whole'))
      throw notAllowed('Your role on the team allows a masked export only.');
    const toSign = {
      title: 'Sign the release of data',
      shown: html`<dl class="pages-facts"><dt>What it holds</dt><dd>${isMasked ? 'Nothing that discloses the group' : 'Everything, with the groups'}${hasDates && ', with calendar dates'}</dd>
<dt>What it is for</dt><dd>${reason}</dd></dl>
<p class="soft">The download begins once you sign. ${LISTED_AFTERWARDS}</p>`,
      meaning: 'I release these data for this purpose only, and I keep them as the ethics approval says.',
      back: EXPORT,
    };
    return { toSign, data: { reason, isMasked, hasDates } };
  },
  async ({ ctx, op, services, staff }, data, signing) => {
    await services.rateLimits.work('export', { person: staff.id, ip: ctx.ip });
    const stamp = op.now.toISOString().slice(0, 16).replaceAll(/[-:]/g, '');
    const stream = await streamOf(exportData(op, { ...data, signing }, services.now));
    ctx.res.setTimeout(STALLED_MS);
    ctx.attachment(`${op.content.product.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${stamp}Z.zip`);
    ctx.type = 'application/zip';
    ctx.body = stream;
  },
);

async function showExports(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { op, session, staff } = request;
  const { timeZone } = op.content.product;
  const isWhole = hasRight(staff, 'export-whole');
  const past = await findExports(op.db, LISTED, { isMaskedOnly: !isWhole });
  await showStaffPage(request, {
    title: rejected ? 'Error: Export' : 'Export',
    status: rejected ? 422 : 200,
    main: html`<h1>Export</h1>
<p>One zip with the trial's data for analysis: a CSV file for each kind of thing, a codebook that explains every column, what sets up a REDCap project for it, and scripts in Python and R that run the declared analysis.</p>
<p>It holds no names, addresses, phone numbers, contacts or free text. Each participant has a study id, and days are counted from their consent. It is still health information about people: keep it where the ethics approval says.</p>
<section class="card" aria-labelledby="download">
<form class="pages-form" method="post" action="${EXPORT}">
<h2 id="download">Download the data</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${
  isWhole
    ? selectField({
        name: 'variant',
        label: 'What it holds',
        chosen: rejected?.values.variant === 'masked' ? 'masked' : 'whole',
        options: [
          ['whole', 'Everything'],
          ['masked', 'Masked: nothing that discloses the arm (no plans, doses or records)'],
        ],
      })
    : html`<input type="hidden" name="variant" value="masked"><p>It is masked: it holds nothing that discloses a participant’s group.</p>`
}
${
  hasRight(staff, 'export-dates') &&
  checkboxesField({
    name: 'dates',
    label: 'Calendar dates',
    options: [['yes', 'Add the date that each participant’s days are counted from']],
    chosen: rejected?.values.dates === 'yes' ? ['yes'] : [],
  })
}
${textArea({
  name: 'reason',
  label: 'What the data are for',
  hint: 'For example: interim analysis for the safety board in March. Write no names, since the audit log records it.',
  shortest: MIN_REASON_LENGTH,
  longest: MAX_REASON_LENGTH,
  rejected,
})}
<p class="soft">${LISTED_AFTERWARDS}</p>
<button class="button">Go on to sign</button>
</form>
</section>
${
  hasRight(staff, 'report-allocation') &&
  html`<section class="card" aria-labelledby="allocation-report">
<form class="pages-form" method="post" action="${ALLOCATION_REPORT}">
<h2 id="allocation-report">Allocation report</h2>
<p>Every randomisation in the order of its list, with its group, under study ids, to replay the lists. It has no seed and nothing of the places that are still free. It discloses groups. The audit log records the download.</p>
${tokenField(session.csrfToken)}
<button class="button" data-variant="quiet">Download the allocation report</button>
</form>
</section>`
}
<section class="pages-stack" aria-labelledby="past">
<h2 id="past">Earlier exports</h2>
${
  past.length === 0
    ? html`<p>There are none yet.</p>`
    : table(
        'Earlier exports',
        ['When', 'Who', 'What for', 'Result', 'Signature', 'SHA-256 of the zip'],
        past.map((each) => [
          formatDatetime(timeZone, each.at),
          each.staff ?? 'A former member of the team',
          each.isMasked && isWhole ? `${each.reason} (masked)` : each.reason,
          resultOf(each),
          signatureOf(each, timeZone),
          each.sha256 ? html`<code class="pages-hash">${each.sha256}</code>` : '',
        ]),
      )
}
</section>`,
  });
}

function resultOf({ end, participants }: PastExport): string {
  if (end === 'finished')
    return `Sent to the end, with ${participants === 1 ? '1 participant' : `${participants} participants`}`;
  return end === 'cut-off' ? 'Cut off before its end' : 'Has not ended';
}

const signatureOf = ({ signature }: PastExport, timeZone: string): string =>
  signature
    ? `${signature.name}, ${formatDatetime(timeZone, signature.signedAt)}: “${signature.meaning}”`
    : 'None';
