import { isPlainDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import { SourceVerification } from '../../domain/trial/corrections/correction.entities.ts';
import { findValues, itemOfField, type Value } from '../../domain/trial/corrections/find-values.ts';
import { verifyValue } from '../../domain/trial/corrections/verify-value.command.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { dateField, filledWith } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { itemWords } from '../page/item-words.ts';
import { PARTICIPANTS, participantPath, valuesPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { correctPages } from './correct.pages.ts';
import { correctionsTable } from './corrections-table.ts';
import { valueNameSchema } from './value-name.schema.ts';

const verifySchema = valueNameSchema.extend({
  value: z.string().max(40),
  day: z.string().max(10).default(''),
});

const ITEMS = 'Symptoms and activities of the check-up';

/** The values of a participant: what they are, who compared them with their source, and how they were corrected. */
export function valuePages(admin: StaffRouter): void {
  admin.get(`${PARTICIPANTS}/:id/values`, 'see-values', showValues);
  admin.post(`${PARTICIPANTS}/:id/values`, 'verify-values', async ({ ctx, op, staff }) => {
    const id = idOf(ctx);
    const form = verifySchema.safeParse(ctx.request.body);
    if (!form.success) throw new AppError('bad-request', 'Open the values, then mark one there.');
    const { day, ...given } = form.data;
    await verifyValue(op, id, { ...given, staffId: staff.id });
    seeOther(ctx, `${valuesPath(id)}${isPlainDate(day) ? `?day=${day}` : ''}`);
  });
  correctPages(admin);
}

async function showValues(request: StaffRequest): Promise<void> {
  const { ctx, op, staff, viewer } = request;
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant) throw notFound();
  const { id } = participant;
  await recordView(request, id);
  const asked = String(ctx.query.day ?? '');
  const day = isPlainDate(asked)
    ? asked
    : (participant.lastRecord ?? localDate(op.now, op.content.product.timeZone));
  const values = await findValues(op, id, { day, arms: viewer.arms, texts: itemWords(request) });
  const marks = await op.db.find(SourceVerification, { participant: id, removedAt: null });
  const names = await findStaffNames(
    op.db,
    marks.map(({ staff }) => staff),
  );
  const isMarkOf = (value: Value) => (mark: SourceVerification) =>
    mark.kind === value.kind &&
    mark.target === value.target &&
    mark.field === value.field &&
    mark.value === value.value;
  const mayCorrect = hasRight(staff, 'correct-values') && participant.dataConsent !== 'anonymous';
  const mayVerify = hasRight(staff, 'verify-values');
  const items = values.filter(({ field }) => itemOfField(field));
  const others = values.filter(({ field }) => !itemOfField(field));
  const valuesTable = (heading: string, list: readonly Value[]): Html =>
    table(
      heading,
      ['What', 'Value', 'Compared with its source', ...(mayCorrect ? ['Correct'] : [])],
      list.map((value) => {
        const mark = marks.find(isMarkOf(value));
        return [
          value.label,
          value.words,
          mark
            ? `${names(mark.staff)}, ${formatDatetime(op.content.product.timeZone, mark.at)}`
            : mayVerify
              ? verifyForm(request, id, value, day)
              : 'No',
          ...(mayCorrect
            ? [
                value.stays
                  ? 'A warning sign stays'
                  : html`<a class="pages-link" href="${valuesPath(id)}/correct?${new URLSearchParams({ kind: value.kind, target: value.target, field: value.field }).toString()}" aria-label="Correct: ${value.label}">Correct</a>`,
              ]
            : []),
        ];
      }),
    );
  await showStaffPage(request, {
    title: 'Values',
    main: html`<h1>Values of ${nameFor(viewer, participant)}</h1>
<p><a class="pages-link" href="${participantPath(id)}">Back to the participant</a></p>
<p>Each can be corrected with a reason, a source and a signature. What it was stays. Contact details and adverse events are changed on their own pages, which keep their versions.</p>
${
  viewer.arms &&
  html`<form class="pages-form pages-search" method="get" action="${valuesPath(id)}">
${dateField({ name: 'day', label: 'Check-up of the day', type: 'date', rejected: filledWith({ day }) })}
<button class="button">Show</button>
</form>`
}
${values.length === 0 && html`<p>There is nothing to correct.</p>`}
${others.length > 0 && valuesTable('Values', others)}
${items.length > 0 && html`<details class="pages-section"><summary>${ITEMS}</summary>${valuesTable(ITEMS, items)}</details>`}
${await correctionsTable(request, id)}`,
  });
}

const verifyForm = ({ session }: StaffRequest, id: string, value: Value, day: string): Html =>
  html`<form method="post" action="${valuesPath(id)}">${tokenField(session.csrfToken)}
${Object.entries({ kind: value.kind, target: value.target, field: value.field, value: value.value, day }).map(([name, each]) => html`<input type="hidden" name="${name}" value="${each}">`)}
<button class="button" data-variant="quiet" aria-label="Mark as compared: ${value.label}">Mark as compared</button></form>`;
