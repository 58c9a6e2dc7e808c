import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import type { Content } from '../../domain/core/content/load-content.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findSignatures, hashSigned } from '../../domain/people/signatures/signatures.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import {
  checkNotVoid,
  checkSignable,
  signAdverseEvent,
  signedContent,
} from '../../domain/trial/adverse-events/adverse-event.commands.ts';
import {
  AdverseEvent,
  AdverseEventVersion,
  NOT_ASSESSED,
  VOID_REASONS,
} from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { adverseEventPath, newDataQueryPath, participantPath, warningSignPath } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { signaturesTable } from '../page/signatures-table.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { withSignature } from '../page/with-signature.ts';
import { choiceText, reportClockTexts, seriousText } from './adverse-event-words.ts';

const signSchema = z.object({ version: z.coerce.number().int().positive() });

export const signOff = withSignature(
  async (request) => {
    const { ctx, op, staff } = request;
    const id = idOf(ctx);
    const form = signSchema.safeParse(ctx.request.body);
    if (!form.success) throw new AppError('bad-request', 'Open the adverse event, then sign it there.');
    const event = await op.db.findOne(AdverseEvent, { id });
    if (!event) throw notFound();
    checkNotVoid(event);
    const isNewest = { event: id, supersededAt: null };
    const newest = await op.db.findOneOrFail(AdverseEventVersion, isNewest, { refresh: true });
    checkSignable(newest, { staffId: staff.id, version: form.data.version });
    const teamText = await findTeamTexts(request, [event.participant]);
    const textOf = (text: string) => teamText(event.participant, text);
    const toSign = {
      title: 'Sign an adverse event',
      shown: html`<p>${seriousText(op.content.safety, newest.criteria)}. Version ${newest.version}.</p>
<p class="pages-text">${teamText(event.participant, newest.description)}</p>
<dl class="pages-facts">${factsOf(newest, op.content).map(([name, value]) => html`<dt>${name}</dt><dd>${name === 'Other medicines' ? textOf(value) : value}</dd>`)}</dl>`,
      meaning: 'I have reviewed this adverse event as it is described here, and I agree with its assessment.',
      back: adverseEventPath(id),
    };
    return { toSign, data: { id, version: newest.version } };
  },
  async ({ ctx, op }, { id, version }, signing) => {
    await signAdverseEvent(op, id, { version, signing });
    seeOther(ctx, adverseEventPath(id));
  },
);

/** One adverse event: its newest version, its sign-off, and what each version changed. Prints as the sponsor's copy. */
export async function showAdverseEvent(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const event = await op.db.findOne(AdverseEvent, { id: idOf(ctx) });
  if (!event) throw notFound();
  const versions = await op.db.find(
    AdverseEventVersion,
    { event: event.id },
    { orderBy: { version: 'desc' } },
  );
  const [newest] = versions;
  if (!newest) throw new Error('An adverse event has no version.');
  const participant = await op.db.findOneOrFail(Participant, { id: event.participant });
  const teamText = await findTeamTexts(request, [participant.id]);
  const textOf = (text: string) => teamText(participant.id, text);
  await recordView(request, participant.id);
  const names = await findStaffNames(
    op.db,
    versions.flatMap(({ staff, signedBy }) => [staff, ...(signedBy ? [signedBy] : [])]),
  );
  const { timeZone } = op.content.product;
  const canChange = hasRight(staff, 'change-adverse-event') && !event.voidedAt;
  const voided =
    event.voidedAt && event.voidReason && event.voidedBy
      ? `${VOID_REASONS[event.voidReason]}. ${(await findStaffNames(op.db, [event.voidedBy]))(event.voidedBy)}, ${formatDatetime(timeZone, event.voidedAt)}`
      : '';
  await showStaffPage(request, {
    title: 'Adverse event',
    main: html`<h1>Adverse event</h1>
<p><a class="pages-link" href="${participantPath(participant.id)}">Participant ${participant.studyId ?? 'without a study id'}</a></p>
${voided && html`<div class="notice"><p class="notice-title">Void</p><p>${voided}</p></div>`}
<section class="card pages-stack" aria-labelledby="event">
<h2 id="event">${seriousText(op.content.safety, newest.criteria)}</h2>
<p class="pages-text">${textOf(newest.description) || 'The description was erased with what identified the person.'}</p>
<dl class="pages-facts">${factsOf(newest, op.content).map(([name, value]) => html`<dt>${name}</dt><dd>${name === 'Other medicines' ? textOf(value) : value}</dd>`)}
${newest.criteria.length === 0 ? html`<dt>Report</dt><dd>Not needed: it is not serious</dd>` : reportClockTexts(newest, op).map(({ to, text }) => html`<dt>Report to ${to}</dt><dd>${text}</dd>`)}</dl>
${event.warningSign && html`<p><a class="pages-link" href="${warningSignPath(event.warningSign)}">The warning sign that it was recorded from</a></p>`}
${hasRight(staff, 'raise-query') && html`<p class="screen-only"><a class="pages-link" href="${newDataQueryPath(participant.id)}?event=${event.id}">Raise a data query on it</a></p>`}
${canChange && html`<p class="screen-only"><a class="pages-link" href="${adverseEventPath(event.id)}/change">Change it</a> <a class="pages-link" href="${adverseEventPath(event.id)}/void">Void it</a></p>`}
<p class="screen-only"><a class="pages-link" href="${adverseEventPath(event.id)}/cioms">CIOMS I form, to print</a></p>
</section>
${!voided && signSection(request, newest, names)}
${signaturesTable(
  request,
  await findSignatures(op, ['adverse-event', 'adverse-event-void'], event.id),
  ({ kind, hash }) =>
    kind !== 'adverse-event' ||
    participant.dataConsent === 'anonymous' ||
    hash === hashSigned(signedContent(newest))
      ? null
      : 'what was signed has changed',
)}
${stack(
  'versions',
  'Versions',
  table(
    'Versions',
    ['Version', 'When', 'Who', 'What changed', 'Why', 'Signed'],
    versions.map((version, index) => [
      version.version,
      formatDatetime(timeZone, version.at),
      names(version.staff),
      textOf(changesText(version, versions[index + 1], op.content)),
      version.reason == null ? '' : textOf(version.reason) || 'Erased',
      signedText(version, names, timeZone),
    ]),
  ),
)}`,
  });
}

/** What is said of the event besides its words and seriousness. */
function factsOf(
  version: AdverseEventVersion,
  { safety, product }: Content,
): [name: string, value: string][] {
  const { timeZone } = product;
  return [
    ['Term', [version.term, version.termCode].filter(Boolean).join(', ') || 'Not coded yet'],
    ['Began', formatDate(version.onset)],
    ['Ended', version.ended ? formatDate(version.ended) : 'No last day'],
    ['The team knew of it', formatDatetime(timeZone, version.awareAt)],
    ['Heard of it by', choiceText(safety.sources, version.source)],
    ['Severity', choiceText(safety.severities, version.severity)],
    ['Related to the reduction', choiceText(safety.relatedness, version.relatedness)],
    ['Expected', choiceText(safety.expectedness, version.expectedness)],
    ['Outcome', choiceText(safety.outcomes, version.outcome)],
    ['Done about the reduction', choiceText(safety.actions, version.action)],
    [
      'Reported to the sponsor',
      version.reportedAt ? formatDatetime(timeZone, version.reportedAt) : 'Not yet',
    ],
    [
      'Reported to the ethics committee',
      version.ethicsReportedAt ? formatDatetime(timeZone, version.ethicsReportedAt) : 'Not yet',
    ],
    ['Other medicines', version.concomitant || 'None recorded'],
  ];
}

/** `Severity: Mild, now Severe. Outcome: …` */
function changesText(
  version: AdverseEventVersion,
  before: AdverseEventVersion | undefined,
  content: Content,
): string {
  if (!before) return 'Recorded';
  const all = (of: AdverseEventVersion): [string, string][] => [
    ['Seriousness', seriousText(content.safety, of.criteria)],
    ...factsOf(of, content),
    ['What happened', of.description || 'Erased'],
  ];
  const old = all(before);
  const changes = all(version).flatMap(([name, value], index) => {
    const was = old[index]?.[1];
    return value === was ? [] : [`${name}: ${was}, now: ${value}`];
  });
  return changes.join('. ') || 'Nothing';
}

function signedText(
  { signedBy, signedAt }: AdverseEventVersion,
  names: (id: string) => string,
  timeZone: string,
): string {
  return signedBy && signedAt ? `${names(signedBy)}, ${formatDatetime(timeZone, signedAt)}` : 'Not yet';
}

function signSection(
  { op, staff, session }: StaffRequest,
  newest: AdverseEventVersion,
  names: (id: string) => string,
): Html {
  const content = () => {
    if (newest.signedAt)
      return html`<p>Signed by ${signedText(newest, names, op.content.product.timeZone)}.</p>`;
    if (newest.relatedness === NOT_ASSESSED)
      return html`<p>Not yet. A blinded member of the team reported it: first <strong>Change it</strong> and say whether it is related and expected, and what was done.</p>`;
    if (newest.staff === staff.id || !hasRight(staff, 'sign-adverse-event'))
      return html`<p>Not yet. An investigator signs it, another than ${names(newest.staff)}, who wrote this version.</p>`;
    return html`<form class="pages-form" method="post" action="${adverseEventPath(newest.event)}/sign">
${tokenField(session.csrfToken)}
<input type="hidden" name="version" value="${newest.version}">
<button class="button">Read and sign version ${newest.version}</button>
</form>`;
  };
  return stack('sign-off', 'Signature', content());
}
