import * as z from 'zod';
import { respondToDataQuery } from '../../domain/data/data-queries/data-query.commands.ts';
import {
  DataQuery,
  DataQueryEntry,
  MAX_QUERY_LENGTH,
  QUERY_ENTRIES,
  QUERY_STATES,
} from '../../domain/data/data-queries/data-query.entities.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, formValues, readForm, textArea } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { correctionsTable } from '../corrections/corrections-table.ts';
import { aboutText } from '../page/data-query-words.ts';
import { adverseEventPath, dataQueryPath, participantPath, valuesPath } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import { findTeamTexts } from '../page/team-texts.ts';

const TEXT = `Write 1 to ${MAX_QUERY_LENGTH} characters.`;
type Kind = 'answered' | 'closed' | 'reopened';

/** The text of each form of the page has a field of its own name. */
const formSchema = (kind: Kind) =>
  z
    .object({
      last: z.coerce.number().int().positive(),
      [kind]: z.string(TEXT).trim().min(1, TEXT).max(MAX_QUERY_LENGTH, TEXT),
    })
    .transform((form) => ({ lastEntry: form.last as number, text: form[kind] as string }));

/** Saves an entry of one of the kinds that the form's address is for. */
export async function respond(request: StaffRequest, allowed: readonly Kind[]): Promise<void> {
  const { ctx, op, staff } = request;
  const id = idOf(ctx);
  const kind = allowed.find((each) => each === formValues(ctx.request.body).kind);
  if (!kind) throw new AppError('bad-request', 'Open the query, then answer or close it there.');
  const { data, rejected } = readForm(ctx, formSchema(kind));
  if (rejected) return showDataQuery(request, rejected);
  await respondToDataQuery(op, id, { ...data, staffId: staff.id, kind });
  seeOther(ctx, dataQueryPath(id));
}

/** One query: its questions and answers, and the form for what comes next. */
export async function showDataQuery(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, op, staff } = request;
  const asked = await op.db.findOne(DataQuery, { id: idOf(ctx) }, { refresh: true });
  if (!asked) throw notFound();
  const entries = await op.db.find(DataQueryEntry, { query: asked.id }, { orderBy: { id: 'asc' } });
  const names = await findStaffNames(
    op.db,
    entries.flatMap(({ staff }) => staff ?? []),
  );
  const { studyId } = await op.db.findOneOrFail(Participant, { id: asked.participant });
  await recordView(request, asked.participant);
  const teamText = await findTeamTexts(request, [asked.participant]);
  const canAnswer = hasRight(staff, 'answer-query') && asked.state === 'open';
  await showStaffPage(request, {
    title: rejected ? 'Error: Data query' : 'Data query',
    status: rejected ? 422 : 200,
    main: html`<h1>Data query</h1>
<p><a class="pages-link" href="${participantPath(asked.participant)}">Participant ${studyId ?? 'without a study id'}</a></p>
<dl class="pages-facts"><dt>About</dt><dd>${asked.event ? html`<a class="pages-link" href="${adverseEventPath(asked.event)}">An adverse event</a>` : aboutText({ about: asked.about, day: asked.day ?? null })}</dd>
<dt>State</dt><dd>${QUERY_STATES[asked.state]}</dd></dl>
${stack(
  'entries',
  'Question and answers',
  table(
    'Question and answers',
    ['When', 'Who', 'What', 'Text'],
    entries.map(({ at, staff, kind, text }) => [
      formatDatetime(op.content.product.timeZone, at),
      staff ? names(staff) : 'A rule',
      QUERY_ENTRIES[kind],
      html`<span class="pages-text">${teamText(asked.participant, text) || 'Erased with what identified the person'}</span>`,
    ]),
  ),
)}
${await correctionsTable(request, asked.participant, asked.id)}
${hasRight(staff, 'correct-values') && asked.state !== 'closed' && !asked.event && html`<p><a class="pages-link" href="${valuesPath(asked.participant)}${asked.day ? `?day=${asked.day}` : ''}">Correct a value</a></p>`}
${canAnswer && responseForm(request, { asked, entries, kind: 'answered', rejected })}
${hasRight(staff, 'raise-query') && asked.state !== 'closed' && responseForm(request, { asked, entries, kind: 'closed', rejected })}
${hasRight(staff, 'raise-query') && asked.state !== 'open' && responseForm(request, { asked, entries, kind: 'reopened', rejected })}`,
  });
}

const FORMS: Record<Kind, { heading: string; label: string; button: string; path: string }> = {
  answered: { heading: 'Answer it', label: 'The answer', button: 'Save the answer', path: 'answer' },
  closed: { heading: 'Close it', label: 'Why it is settled', button: 'Close the query', path: 'close' },
  reopened: { heading: 'Ask again', label: 'What is still unclear', button: 'Ask again', path: 'close' },
};

interface ResponseForm {
  asked: DataQuery;
  entries: readonly DataQueryEntry[];
  kind: Kind;
  rejected: FormErrors | undefined;
}

function responseForm({ session }: StaffRequest, { asked, entries, kind, rejected }: ResponseForm): Html {
  const { heading, label, button, path } = FORMS[kind];
  const own = rejected?.values.kind === kind ? rejected : undefined;
  return html`<section class="card" aria-labelledby="${kind}-heading">
<form class="pages-form" method="post" action="${dataQueryPath(asked.id)}/${path}">
<h2 id="${kind}-heading">${heading}</h2>
${errorSummary(own)}
${tokenField(session.csrfToken)}
<input type="hidden" name="kind" value="${kind}">
<input type="hidden" name="last" value="${entries.at(-1)?.id ?? ''}">
${textArea({ name: kind, label, longest: MAX_QUERY_LENGTH, rejected: own })}
<button class="button"${kind !== 'answered' && html` data-variant="quiet"`}>${button}</button>
</form>
</section>`;
}
