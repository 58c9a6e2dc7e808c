import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { checkUnlocked } from '../../domain/data/data-locks/check-unlocked.ts';
import { findDataQueriesOf } from '../../domain/data/data-queries/find-data-queries.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { correctValue, readNewValue } from '../../domain/trial/corrections/correct-value.command.ts';
import { MAX_CORRECTION_TEXT_LENGTH } from '../../domain/trial/corrections/correction.entities.ts';
import { findValue, type Value, valueInWords } from '../../domain/trial/corrections/find-values.ts';
import { AppError, notAllowed, notFound } from '../../platform/errors/app-error.ts';
import {
  dateField,
  errorSummary,
  type FormErrors,
  filledWith,
  formValues,
  inputField,
  readForm,
  selectField,
  textArea,
} from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { idSchema } from '../../platform/http/id-schema.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { aboutText, shortened } from '../page/data-query-words.ts';
import { PARTICIPANTS, valuesPath } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withSignature } from '../page/with-signature.ts';
import { valueNameSchema } from './value-name.schema.ts';

const TEXT = `Write 1 to ${MAX_CORRECTION_TEXT_LENGTH} characters.`;
const text = z.string(TEXT).trim().min(1, TEXT).max(MAX_CORRECTION_TEXT_LENGTH, TEXT);
const correctSchema = valueNameSchema.extend({
  id: z.uuid().toLowerCase(),
  oldValue: z.string().max(40),
  newValue: z.string('Say what it is.').trim().min(1, 'Say what it is.').max(40),
  reason: text,
  source: text,
  query: idSchema.or(z.literal('').transform(() => null)).default(null),
});

/** Correcting one value, signed. */
export function correctPages(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/values/correct`;
  admin.get(path, 'correct-values', (request) => showForm(request, request.ctx.query));
  admin.post(path, 'correct-values', signCorrection);
}

async function load(request: StaffRequest, given: unknown) {
  const { ctx, op, viewer } = request;
  const name = valueNameSchema.safeParse(given);
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant || !name.success) throw notFound();
  if (participant.dataConsent === 'anonymous')
    throw notAllowed('Nothing is corrected about anonymous people.');
  await checkUnlocked(op, participant.id);
  const value = await findValue(op, participant.id, name.data);
  if (!value || (!viewer.arms && ['record', 'dose-report'].includes(value.kind))) throw notFound();
  return { participant, value };
}

async function showForm(request: StaffRequest, given: unknown, rejected?: FormErrors): Promise<void> {
  const { op, session } = request;
  const { participant, value } = await load(request, given);
  await recordView(request, participant.id);
  const queries = (await findDataQueriesOf(op.db, participant.id)).filter(({ state }) => state !== 'closed');
  const filled =
    rejected ?? filledWith({ id: randomUUID(), newValue: value.takes === 'day' ? value.value : '' });
  const heading = 'Correct a value';
  const hidden = {
    ...{ id: filled.values.id ?? '', kind: value.kind, target: value.target, field: value.field },
    oldValue: value.value,
  };
  await showStaffPage(request, {
    title: rejected ? `Error: ${heading}` : heading,
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow"><h1>${heading}</h1>
<dl class="pages-facts"><dt>${value.label}</dt><dd>${value.words}</dd></dl>
<p>The old value stays, with your reason. The participant reads of the correction under “Who has seen my data”. Warning signs and help stay as they are.</p>
<form class="pages-form" method="post" action="${valuesPath(participant.id)}/correct">
${errorSummary(rejected, 2)}
${tokenField(session.csrfToken)}
${Object.entries(hidden).map(([name, each]) => html`<input type="hidden" name="${name}" value="${each}">`)}
${newValueField(value, filled)}
${textArea({ name: 'reason', label: 'Why it is corrected', hint: 'Name no one.', longest: MAX_CORRECTION_TEXT_LENGTH, rejected: filled })}
${textArea({ name: 'source', label: 'Where the right value is from', hint: 'Such as “call with the participant, 10/03/2026”. Name no one.', longest: MAX_CORRECTION_TEXT_LENGTH, rejected: filled })}
${
  queries.length > 0 &&
  selectField({
    name: 'query',
    label: 'The data query that asked for it',
    rejected: filled,
    options: [
      ['', 'None'],
      ...queries.map((each) => [each.id, `${aboutText(each)}: ${shortened(each.question)}`] as const),
    ],
  })
}
<button class="button">Go on to sign</button>
</form>
<p><a class="pages-link" href="${valuesPath(participant.id)}">Go back, correct nothing</a></p></div>`,
  });
}

function newValueField({ takes, value }: Value, rejected: FormErrors): Html {
  const field = { name: 'newValue', label: 'What it is', rejected };
  if (takes === 'day') return dateField({ ...field, type: 'date' });
  if ('unit' in takes)
    return inputField({
      ...field,
      ...{ label: `What it is, in ${takes.unit} a day`, type: 'text', autocomplete: 'off', longest: 8 },
    });
  return selectField({
    ...field,
    options: [['', 'Choose one'], ...takes.filter(([each]) => each !== value)],
  });
}

const signCorrection = withSignature(
  async (request) => {
    const { ctx, op } = request;
    const { data, rejected } = readForm(ctx, correctSchema);
    if (rejected) {
      await showForm(request, ctx.request.body, rejected);
      return null;
    }
    const { participant, value } = await load(request, data);
    if (value.value !== data.oldValue)
      throw new AppError('conflict', 'The value changed since you opened it. Look at it again.');
    try {
      const next = await readNewValue(op, participant.id, value, data.newValue);
      const toSign = {
        title: 'Sign a correction',
        shown: html`<dl class="pages-facts"><dt>${value.label}</dt><dd>Was: ${value.words}. Is: ${valueInWords(value.takes, next)}</dd>
<dt>Why</dt><dd>${data.reason}</dd><dt>Source</dt><dd>${data.source}</dd></dl>`,
        meaning: 'I have compared this value with its source, and I correct it for the reason given.',
        back: valuesPath(participant.id),
      };
      return { toSign, data: { participantId: participant.id, ...data } };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
      const errors = { newValue: error.message };
      await showForm(request, data, { values: formValues(ctx.request.body), errors });
      return null;
    }
  },
  async ({ ctx, op }, { participantId, ...given }, signing) => {
    await correctValue(op, participantId, { ...given, signing });
    seeOther(
      ctx,
      `${valuesPath(participantId)}${given.kind === 'record' ? `?day=${given.target}` : ''}#corrections`,
    );
  },
);
