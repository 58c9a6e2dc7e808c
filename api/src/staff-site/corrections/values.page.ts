import { isPlainDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import {
  Correction,
  SourceVerification,
  VALUE_KINDS,
} from '../../domain/trial/corrections/correction.entities.ts';
import { findValues, takesOf, type Value, valueInWords } from '../../domain/trial/corrections/find-values.ts';
import { verifyValue } from '../../domain/trial/corrections/verify-value.command.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { dateField, filledWith } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { dataQueryPath, PARTICIPANTS, participantPath, valuesPath } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { correctPages } from './correct.pages.ts';
import { valueNameSchema } from './value-name.schema.ts';

const verifySchema = valueNameSchema.extend({
  value: z.string().max(40),
  day: z.string().max(10).default(''),
});

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
  const values = await findValues(op, id, { day, arms: viewer.arms });
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
${
  values.length === 0
    ? html`<p>There is nothing to correct.</p>`
    : table(
        'Values',
        ['What', 'Value', 'Compared with its source', ...(mayCorrect ? ['Correct'] : [])],
        values.map((value) => {
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
                  html`<a class="pages-link" href="${valuesPath(id)}/correct?${new URLSearchParams({ kind: value.kind, target: value.target, field: value.field }).toString()}">Correct</a>`,
                ]
              : []),
          ];
        }),
      )
}
${await correctionsOf(request, id)}`,
  });
}

const verifyForm = ({ session }: StaffRequest, id: string, value: Value, day: string): Html =>
  html`<form method="post" action="${valuesPath(id)}">${tokenField(session.csrfToken)}
${Object.entries({ kind: value.kind, target: value.target, field: value.field, value: value.value, day }).map(([name, each]) => html`<input type="hidden" name="${name}" value="${each}">`)}
<button class="button" data-variant="quiet" aria-label="Mark as compared: ${value.label}">Mark as compared</button></form>`;

/** Every correction of a participant that the viewer may see, the newest first. */
async function correctionsOf(request: StaffRequest, participant: string): Promise<Html | null> {
  const { op, viewer } = request;
  const all = await op.db.find(
    Correction,
    { participant, ...(!viewer.arms && { kind: ['follow-up', 'baseline'] as const }) },
    { orderBy: { at: 'desc', id: 'desc' } },
  );
  if (all.length === 0) return null;
  const names = await findStaffNames(
    op.db,
    all.map(({ staff }) => staff),
  );
  const teamText = await findTeamTexts(request, [participant]);
  const values = await findValues(op, participant, { arms: viewer.arms });
  return stack(
    'corrections',
    'Corrections',
    table(
      'Corrections',
      ['When', 'Who', 'What', 'Was', 'Is', 'Why', 'Source', 'Data query'],
      all.map((each) => {
        const known = values.find(({ kind, field }) => kind === each.kind && field === each.field);
        const takes = known?.takes ?? takesOf(each);
        return [
          formatDatetime(op.content.product.timeZone, each.at),
          names(each.staff),
          known && each.kind !== 'dose-report'
            ? known.label
            : `${VALUE_KINDS[each.kind]}, ${each.kind === 'record' ? `${each.field} on ${valueInWords('day', each.target)}` : each.field}`,
          valueInWords(takes, each.oldValue),
          valueInWords(takes, each.newValue),
          teamText(participant, each.reason) || 'Erased',
          teamText(participant, each.source) || 'Erased',
          each.query ? html`<a class="pages-link" href="${dataQueryPath(each.query)}">Open</a>` : 'None',
        ];
      }),
    ),
  );
}
