import * as z from 'zod';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import type { ResultFault } from '../../domain/reports/questionnaire-results/check-results.ts';
import {
  findReportedWithoutResult,
  type ReportedWithoutResult,
} from '../../domain/reports/questionnaire-results/find-reported-without-result.ts';
import { importResults } from '../../domain/reports/questionnaire-results/import-results.command.ts';
import { QuestionnaireImport } from '../../domain/reports/questionnaire-results/questionnaire-result.entities.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, field } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath, RESULTS } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

/** Of each list; a file with more faults has most of them in one column. */
const MAX_LISTED = 200;
const FAULT = 'Choose the CSV file.';
const uploadSchema = z.object({
  file: z.object({ bytes: z.instanceof(Uint8Array).refine(({ length }) => length > 0, FAULT) }, FAULT),
});

/** Importing the results of the external questionnaires, and what was imported. */
export function questionnaireResultPages(admin: StaffRouter): void {
  admin.get(RESULTS, 'import-results', (request) => showResults(request));
  admin.post(RESULTS, 'import-results', takeFile);
}

async function takeFile(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const { data } = uploadSchema.safeParse(ctx.request.body);
  if (!data) return showResults(request, { message: FAULT, faults: [] });
  try {
    const faults = await importResults(op, data.file.bytes, staff.id);
    if (faults.length === 0) return seeOther(ctx, `${RESULTS}?done=imported`);
    const message = `Nothing was imported: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}. Correct the file and upload it again.`;
    await showResults(request, { message, faults });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    await showResults(request, { message: error.message, faults: [] });
  }
}

async function showResults(
  request: StaffRequest,
  rejected?: { message: string; faults: readonly ResultFault[] },
): Promise<void> {
  const { ctx, op, session } = request;
  const { questionnaires, product } = op.content;
  const imports = await op.db.findAll(QuestionnaireImport, { orderBy: { version: 'desc' }, limit: 50 });
  const names = await findStaffNames(
    op.db,
    imports.map(({ importedBy }) => importedBy),
  );
  const open = imports.length > 0 ? await findReportedWithoutResult(op.db) : [];
  const errors: FormErrors | undefined = rejected && { values: {}, errors: { file: rejected.message } };
  const { columns, fields } = questionnaires;
  await showStaffPage(request, {
    title: rejected ? 'Error: Questionnaire results' : 'Questionnaire results',
    status: rejected ? 422 : 200,
    main: html`<h1>Questionnaire results</h1>
${ctx.query.done === 'imported' && imports[0] && html`<p class="card" role="status">Version ${imports[0].version} is imported: ${imports[0].rows === 1 ? '1 row. The follow-up that it is of is' : `${imports[0].rows} rows. The follow-ups that they are of are`} done.</p>`}
<p>Upload all results so far as one CSV from the questionnaires' tool, in UTF-8. Each file is a version that replaces the one before it; earlier versions are kept. The export has them once the linkage is released.</p>
<form class="pages-form" method="post" enctype="multipart/form-data" action="${RESULTS}">
<h2>Import results</h2>
${errorSummary(errors)}
${tokenField(session.csrfToken)}
${field(
  {
    name: 'file',
    label: 'CSV file',
    hint: 'At most 2 MB. It is imported whole, or not at all.',
    rejected: errors,
  },
  (attributes) => html`<input class="field-input" ${attributes} type="file" accept=".csv,text/csv" required>`,
)}
<button class="button">Check and import</button>
</form>
${rejected && rejected.faults.length > 0 && faultTable(rejected.faults)}
<section class="pages-stack" aria-labelledby="imports">
<h2 id="imports">Versions</h2>
${
  imports.length > 0
    ? table(
        'Versions',
        ['File', 'Imported', 'By', 'Rows', 'SHA-256 of the file'],
        imports.map((each) => [
          `Version ${each.version}`,
          formatDatetime(product.timeZone, each.importedAt),
          names(each.importedBy),
          each.rows,
          html`<span class="pages-hash">${each.sha256}</span>`,
        ]),
      )
    : html`<p>None was imported.</p>`
}
</section>
${open.length > 0 && withoutResult(open)}
<section class="pages-stack" aria-labelledby="codebook">
<h2 id="codebook">Codebook</h2>
${table(
  'Columns of the CSV',
  ['Column', 'What it holds', 'Values'],
  [
    [
      columns.studyId,
      'The study id by which the questionnaires know the participant',
      'Such as P0123456789AB',
    ],
    [columns.months, 'Which follow-up', op.content.followUps.months.join(', ')],
    [columns.completedOn, 'The day on which it was completed', 'Such as 2026-03-10'],
    ...fields.map((each) => [
      each.name,
      each.text,
      `${each.type === 'choice' ? each.options.map(({ value, text }) => `${value} = ${text}`).join(', ') : `${each.min} to ${each.max}${each.unit ? ` ${each.unit}` : ''}`}${each.optional ? '; may be empty' : ''}`,
    ]),
  ],
)}
</section>`,
  });
}

const more = (total: number): Html | false =>
  total > MAX_LISTED && html`<p>The first ${MAX_LISTED} of ${total} are listed.</p>`;

const faultTable = (
  faults: readonly ResultFault[],
): Html => html`<section class="pages-stack" aria-labelledby="faults">
<h2 id="faults">What is wrong in the file</h2>
<p>The header is row 1.</p>
${table(
  'Faults',
  ['Where', 'Column', 'Fault'],
  faults.slice(0, MAX_LISTED).map(({ row, column, fault }) => [`Row ${row}`, column, fault]),
)}
${more(faults.length)}
</section>`;

const withoutResult = (
  open: readonly ReportedWithoutResult[],
): Html => html`<section class="pages-stack" aria-labelledby="without">
<h2 id="without">Reported as done, but no result came in</h2>
<p>Look for them in the questionnaires' tool, and call the person before the window closes.</p>
${table(
  'Reported as done without a result',
  ['Participant', 'Follow-up', 'Reported by'],
  open
    .slice(0, MAX_LISTED)
    .map(({ participant, studyId, months, reportedBy }) => [
      html`<a class="pages-link" href="${participantPath(participant)}#follow-ups">${studyId ?? 'Without a study id'}</a>`,
      `${months} months`,
      reportedBy === 'team' ? 'The team' : 'The participant',
    ]),
)}
${more(open.length)}
</section>`;
