import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { WarningSign } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import type { Safety } from '../../domain/core/content/safety.schema.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import {
  changeAdverseEvent,
  recordAdverseEvent,
} from '../../domain/trial/adverse-events/adverse-event.commands.ts';
import {
  AdverseEvent,
  AdverseEventVersion,
  MAX_CHANGE_REASON_LENGTH,
  MAX_CONCOMITANT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_TERM_CODE_LENGTH,
  MAX_TERM_LENGTH,
} from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import {
  adverseEventSchema,
  FROM_WARNING_SIGN,
  noWords,
  sourcesFor,
} from '../../domain/trial/adverse-events/adverse-event.schema.ts';
import { notAllowed, notFound } from '../../platform/errors/app-error.ts';
import { toDatetimeLocal } from '../../platform/html/datetime-local.ts';
import {
  checkboxesField,
  dateField,
  errorSummary,
  type FormErrors,
  field,
  filledWith,
  formValues,
  readForm,
  selectField,
  textArea,
} from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { idSchema } from '../../platform/http/id-schema.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import {
  ADVERSE_EVENTS,
  adverseEventPath,
  newAdverseEventPath,
  PARTICIPANTS,
  participantPath,
} from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

const REASON_FAULT = `Say why it is changed, in at most ${MAX_CHANGE_REASON_LENGTH} characters.`;
const newSchema = z.object({
  id: z.uuid().toLowerCase(),
  sign: idSchema.or(z.literal('').transform(() => null)),
});
const changeSchemaFor = (isAnonymous: boolean) =>
  z.object({
    version: z.coerce.number().int().positive(),
    reason: isAnonymous
      ? noWords
      : z.string(REASON_FAULT).trim().min(1, REASON_FAULT).max(MAX_CHANGE_REASON_LENGTH, REASON_FAULT),
  });

/** Who knows the group says whether an event is related and expected, and what was done about the plan. */
const assesses = (staff: StaffRequest['staff']): boolean => hasRight(staff, 'change-adverse-event');

/** Both forms have the same fields; what a form has besides comes with `other`. */
function readEvent<T extends object>(
  { ctx, op, staff }: StaffRequest,
  other: z.ZodType<T>,
  isAnonymous = false,
) {
  const details = z.preprocess(
    (body) => {
      const values = formValues(body);
      return { ...values, criteria: values.criteria ? values.criteria.split(',') : [] };
    },
    adverseEventSchema(op.content, op.now, { isBlinded: !assesses(staff), isAnonymous }),
  );
  return readForm(
    ctx,
    z.intersection(
      details.transform((details) => ({ details })),
      other,
    ),
  );
}

export function newEventPages(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/adverse-events`;
  admin.get(path, 'report-adverse-event', showNew);
  admin.post(path, 'report-adverse-event', saveNew);
}

export function changePages(admin: StaffRouter): void {
  const path = `${ADVERSE_EVENTS}/:id/change`;
  admin.get(path, 'change-adverse-event', async (request) => showChange(request, await load(request)));
  admin.post(path, 'change-adverse-event', saveChange);
}

async function loadParticipant({ op }: StaffRequest, id: string): Promise<Participant> {
  const participant = await op.db.findOne(Participant, { id });
  if (!participant) throw notFound();
  if (participant.dataConsent === 'anonymous')
    throw notAllowed('Nothing is recorded about anonymous people.');
  return participant;
}

/** Begins with the warning sign that the page was opened from. */
async function showNew(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const { id: participant } = await loadParticipant(request, idOf(ctx));
  const sign = idSchema.safeParse(ctx.query.sign);
  const known =
    assesses(staff) && sign.success && (await op.db.findOne(WarningSign, { id: sign.data, participant }));
  const from = known ? { sign: known.id, source: FROM_WARNING_SIGN, onset: known.localDate } : { sign: '' };
  await formForNew(request, filledWith({ id: randomUUID(), ...from }));
}

async function formForNew(request: StaffRequest, filled: FormErrors): Promise<void> {
  const participant = await loadParticipant(request, idOf(request.ctx));
  const { id = '', sign = '' } = filled.values;
  await showForm(request, participant, filled, {
    heading: 'Record an adverse event',
    action: newAdverseEventPath(participant.id),
    hidden: html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="sign" value="${sign}">`,
    button: 'Record the adverse event',
  });
}

async function saveNew(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const participantId = idOf(ctx);
  await loadParticipant(request, participantId);
  const { data, rejected } = readEvent(request, newSchema);
  if (rejected) return formForNew(request, rejected);
  const { id, sign, details } = data;
  const warningSign = assesses(staff) ? sign : null;
  await recordAdverseEvent(op, participantId, { id, staffId: staff.id, warningSign, details });
  const isShown = hasRight(staff, 'see-adverse-events');
  seeOther(ctx, isShown ? adverseEventPath(id) : `${participantPath(participantId)}?done=reported`);
}

interface LoadedEvent {
  event: AdverseEvent;
  participant: Participant;
  newest: AdverseEventVersion;
}

async function load({ op, ctx }: StaffRequest): Promise<LoadedEvent> {
  const id = idOf(ctx);
  const event = await op.db.findOne(AdverseEvent, { id });
  if (!event) throw notFound();
  const isNewest = { event: id, supersededAt: null };
  return {
    event,
    participant: await op.db.findOneOrFail(Participant, { id: event.participant }),
    newest: await op.db.findOneOrFail(AdverseEventVersion, isNewest, { refresh: true }),
  };
}

async function saveChange(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const loaded = await load(request);
  const { event, participant, newest } = loaded;
  const isAnonymous = participant.dataConsent === 'anonymous';
  const { data, rejected } = readEvent(request, changeSchemaFor(isAnonymous), isAnonymous);
  if (rejected) return showChange(request, loaded, rejected);
  if (await changeAdverseEvent(op, event.id, { ...data, staffId: staff.id }))
    return seeOther(ctx, adverseEventPath(event.id));
  // With the version that is newest now, so that the same form can be saved once it was compared.
  const values = { ...formValues(ctx.request.body), version: String((await load(request)).newest.version) };
  const reason =
    'Another version was saved while you wrote. Nothing was saved: compare it with yours, then save again.';
  await showChange(request, { event, participant, newest }, { values, errors: { reason } });
}

async function showChange(
  request: StaffRequest,
  { event, participant, newest }: LoadedEvent,
  rejected?: FormErrors,
): Promise<void> {
  const filled = rejected ?? filledWith(valuesOf(newest, request.op.content.product.timeZone));
  await showForm(request, participant, filled, {
    heading: 'Change an adverse event',
    action: `${adverseEventPath(event.id)}/change`,
    hidden: html`<input type="hidden" name="version" value="${filled.values.version ?? newest.version}">
<p>Each version is kept. The new one has to be signed off again. <a class="pages-link" href="${adverseEventPath(event.id)}">See the event and its versions</a></p>`,
    words: textArea({
      name: 'reason',
      label: 'Why it is changed',
      longest: MAX_CHANGE_REASON_LENGTH,
      rejected: filled,
    }),
    button: 'Save the new version',
  });
}

/** A version as the form has it. */
function valuesOf(newest: AdverseEventVersion, timeZone: string): Record<string, string> {
  const { description, source, criteria, severity, relatedness, expectedness, outcome, action } = newest;
  const { version, onset, ended, awareAt, reportedAt, ethicsReportedAt } = newest;
  const { term, termCode, concomitant } = newest;
  const instant = (at: Date | null | undefined) => (at ? toDatetimeLocal(timeZone, at) : '');
  return {
    ...{ description, source, severity, relatedness, expectedness, outcome, action, onset },
    ...{ term, termCode, concomitant },
    criteria: criteria.join(),
    version: String(version),
    serious: criteria.length > 0 ? 'yes' : 'no',
    ended: ended ?? '',
    awareAt: instant(awareAt),
    reportedAt: instant(reportedAt),
    ethicsReportedAt: instant(ethicsReportedAt),
  };
}

interface EventForm {
  heading: string;
  action: string;
  hidden: Html;
  /** A text of its own, which comes last. */
  words?: Html;
  button: string;
}

async function showForm(
  request: StaffRequest,
  participant: Participant,
  filled: FormErrors,
  { heading, action, hidden, words, button }: EventForm,
): Promise<void> {
  const { op, session, staff } = request;
  const { safety, product } = op.content;
  const isBlinded = !assesses(staff);
  const isAnonymous = participant.dataConsent === 'anonymous';
  const isRejected = Object.keys(filled.errors).length > 0;
  const rejected = filled;
  await recordView(request, participant.id);
  const choice = (name: string, label: string, choices: Safety['severities'], hint?: string) =>
    selectField({
      ...{ name, label, rejected },
      ...(hint && { hint }),
      options: [['', 'Choose one'], ...choices.map(({ id, text }) => [id, text] as const)],
    });
  const optionalText = (name: string, label: string, hint: string, longest: number) =>
    field(
      { name, label, hint, rejected },
      (attributes) =>
        html`<input class="field-input" ${attributes} type="text" autocomplete="off" maxlength="${longest}" value="${rejected.values[name] ?? ''}">`,
    );
  const name = `${participant.firstName} ${participant.lastName}`.trim();
  await showStaffPage(request, {
    title: isRejected ? `Error: ${heading}` : heading,
    status: isRejected ? 422 : 200,
    main: html`<div class="pages-narrow">
<h1>${heading}</h1>
<p><a class="pages-link" href="${participantPath(participant.id)}">${name || 'The participant’s page'}</a></p>
<form class="pages-form" method="post" action="${action}" autocomplete="off">
${errorSummary(isRejected ? rejected : undefined, 2)}
${tokenField(session.csrfToken)}
${hidden}
${
  isAnonymous
    ? html`<p>They are anonymous: what was written freely is erased, and nothing more is written.</p>`
    : textArea({
        name: 'description',
        label: 'What happened',
        hint: 'Name no one in it: use “the participant”, “their doctor”.',
        longest: MAX_DESCRIPTION_LENGTH,
        rejected,
      })
}
${choice('source', 'How you heard of it', sourcesFor(safety, isBlinded))}
${dateField({
  name: 'awareAt',
  label: 'When the team first knew of it',
  hint: `Day and time in the trial's time zone, ${product.timeZone}. A serious event is reported within ${safety.reportWithinHours} hours of it.`,
  type: 'datetime-local',
  rejected,
})}
${dateField({ name: 'onset', label: 'When it began', type: 'date', rejected })}
${dateField({ name: 'ended', label: 'When it ended', hint: 'Leave it empty while it goes on.', type: 'date', required: false, rejected })}
${selectField({
  name: 'serious',
  label: 'Is it serious?',
  rejected,
  options: [
    ['', 'Choose one'],
    ['no', 'No'],
    ['yes', 'Yes'],
  ],
})}
${checkboxesField({
  name: 'criteria',
  label: 'What makes it serious',
  hint: 'Choose all that apply; none where it is not serious.',
  rejected,
  options: safety.criteria.map(({ id, text }) => [id, text]),
})}
${choice('severity', 'How severe it is', safety.severities, 'How strong it is. A severe event need not be serious.')}
${
  !isBlinded &&
  html`${choice('relatedness', 'Related to the reduction', safety.relatedness)}
${choice('expectedness', 'Expected', safety.expectedness)}`
}
${choice('outcome', 'Outcome', safety.outcomes)}
${!isBlinded && choice('action', 'What was done about the reduction', safety.actions)}
${dateField({
  name: 'reportedAt',
  label: 'When it was reported to the sponsor',
  hint: 'For a serious event. Leave it empty until it is reported, and add it then.',
  type: 'datetime-local',
  required: false,
  rejected,
})}
${
  safety.ethicsWithinHours !== null &&
  dateField({
    name: 'ethicsReportedAt',
    label: 'When it was reported to the ethics committee',
    hint: `For a serious event, within ${safety.ethicsWithinHours} hours.`,
    type: 'datetime-local',
    required: false,
    rejected,
  })
}
${optionalText('term', 'Term', 'As the dictionary has it, such as a preferred term of MedDRA. Leave it empty until it is coded.', MAX_TERM_LENGTH)}
${optionalText('termCode', 'Code of the term', 'Leave it empty where there is none.', MAX_TERM_CODE_LENGTH)}
${!isAnonymous && optionalText('concomitant', 'Other medicines at the time', 'With dose and dates, as far as they are known. Name no one.', MAX_CONCOMITANT_LENGTH)}
${!isAnonymous && words}
<button class="button">${button}</button>
</form>
</div>`,
  });
}
