import { randomUUID } from 'node:crypto';
import { isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { raiseDataQuery } from '../../domain/data/data-queries/data-query.commands.ts';
import {
  MAX_QUERY_LENGTH,
  QUERY_STATES,
  QUERY_SUBJECTS,
  type QueryState,
  type QuerySubject,
} from '../../domain/data/data-queries/data-query.entities.ts';
import { findDataQueries, QUERIES_ON_PAGE } from '../../domain/data/data-queries/find-data-queries.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { AdverseEvent } from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import { AppError, notAllowed } from '../../platform/errors/app-error.ts';
import {
  dateField,
  errorSummary,
  type FormErrors,
  filledWith,
  readForm,
  selectField,
  textArea,
} from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { idSchema } from '../../platform/http/id-schema.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { aboutText, shortened } from '../page/data-query-words.ts';
import {
  DATA_QUERIES,
  dataQueryPath,
  MISSING_DAYS,
  newDataQueryPath,
  PARTICIPANTS,
  participantPath,
} from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { respond, showDataQuery } from './data-query.page.ts';
import { showMissingDays } from './missing-days.page.ts';

const states = Object.keys(QUERY_STATES) as QueryState[];
const stateSchema = z.enum(['', ...states]).catch('open');
/** An adverse event is chosen by the page that the form is opened from. */
const ofDay = ['record', 'step', 'follow-up'] as const satisfies QuerySubject[];

const DAY = 'Enter the day.';
const TEXT = `Write a question of 1 to ${MAX_QUERY_LENGTH} characters.`;
const newSchema = z
  .object({
    id: z.uuid().toLowerCase(),
    about: z.enum([...ofDay, 'adverse-event'], 'Choose what it is about.'),
    day: z.string(DAY).transform((day) => day || null),
    event: idSchema.or(z.literal('').transform(() => null)),
    text: z.string(TEXT).trim().min(1, TEXT).max(MAX_QUERY_LENGTH, TEXT),
  })
  .superRefine(({ about, day, event }, context) => {
    if (about === 'adverse-event' ? !event : event)
      context.addIssue({
        code: 'custom',
        path: ['about'],
        message: 'Raise it on the page of the adverse event.',
      });
    if (about !== 'adverse-event' && !(day && isPlainDate(day)))
      context.addIssue({ code: 'custom', path: ['day'], message: DAY });
  })
  .transform(({ day, ...rest }) => ({ ...rest, day: rest.about === 'adverse-event' ? null : day }));

export function dataQueryPages(admin: StaffRouter): void {
  admin.get(DATA_QUERIES, 'see-queries', showDataQueries);
  admin.get(MISSING_DAYS, 'see-queries', showMissingDays);
  admin.get(`${DATA_QUERIES}/:id`, 'see-queries', (request) => showDataQuery(request));
  admin.post(`${DATA_QUERIES}/:id/answer`, 'answer-query', (request) => respond(request, ['answered']));
  admin.post(`${DATA_QUERIES}/:id/close`, 'raise-query', (request) =>
    respond(request, ['closed', 'reopened']),
  );
  const raise = `${PARTICIPANTS}/:id/data-queries`;
  admin.get(raise, 'raise-query', showNew);
  admin.post(raise, 'raise-query', saveNew);
}

async function showDataQueries(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const state = stateSchema.parse(ctx.query.state ?? 'open');
  const page = pageSchema.parse(ctx.query.page);
  const { queries, total } = await findDataQueries(op.db, state, page);
  const teamText = await findTeamTexts(
    request,
    queries.map(({ participantId }) => participantId),
  );
  await recordView(request, null);
  await showStaffPage(request, {
    title: 'Data queries',
    main: html`<h1>Data queries</h1>
<p>Questions on values, raised by the team or by a rule when a record is saved. Each is answered, then closed. Raise one on a participant's page. <a class="pages-link" href="${MISSING_DAYS}">Days without a record</a></p>
<form class="pages-form pages-search" method="get" action="${DATA_QUERIES}" role="search">
${selectField({ name: 'state', label: 'Only those that are', chosen: state, options: [['', 'Anything'], ...Object.entries(QUERY_STATES)] })}
<button class="button">Show</button>
</form>
${
  queries.length > 0
    ? table(
        'Data queries',
        ['Query', 'Participant', 'About', 'State', 'Raised'],
        queries.map((each) => [
          html`<a class="pages-link" href="${dataQueryPath(each.id)}">${softWrap(shortened(teamText(each.participantId, each.question)))}</a>`,
          html`<a class="pages-link" href="${participantPath(each.participantId)}">${each.studyId ?? 'Without a study id'}</a>`,
          aboutText(each),
          QUERY_STATES[each.state],
          `${formatDatetime(op.content.product.timeZone, each.raisedAt)}${each.rule ? ', by a rule' : ''}`,
        ]),
        `${total === 1 ? '1 query' : `${total} queries`}. The oldest first.`,
      )
    : html`<p>${total > 0 ? 'No query is on this page.' : 'No query matches.'}</p>`
}
${pagination({ page, total, size: QUERIES_ON_PAGE }, (to) => `${DATA_QUERIES}?state=${state}&page=${to}`)}`,
  });
}

async function showNew(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const event = idSchema.safeParse(ctx.query.event);
  const participant = idOf(ctx);
  const known = event.success && (await op.db.findOne(AdverseEvent, { id: event.data, participant }));
  const from = known ? { about: 'adverse-event', event: known.id } : { event: '' };
  await showForm(request, filledWith({ id: randomUUID(), ...from }));
}

async function saveNew(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  await loadParticipant(request);
  const { data, rejected } = readForm(ctx, newSchema);
  if (rejected) return showForm(request, rejected);
  await raiseDataQuery(op, idOf(ctx), { ...data, staffId: staff.id });
  seeOther(ctx, dataQueryPath(data.id));
}

async function loadParticipant({ ctx, op }: StaffRequest): Promise<Participant> {
  const participant = await op.db.findOne(Participant, { id: idOf(ctx) });
  if (!participant)
    throw new AppError(
      'not-found',
      'This participant was erased, or there never was one of this id. Nothing was saved.',
    );
  if (participant.dataConsent === 'anonymous')
    throw notAllowed('No data query is raised about anonymous people: they cannot be asked.');
  return participant;
}

async function showForm(request: StaffRequest, filled: FormErrors): Promise<void> {
  const { session } = request;
  const { id, studyId } = await loadParticipant(request);
  const { values, errors } = filled;
  const isRejected = Object.keys(errors).length > 0;
  const isEvent = values.about === 'adverse-event';
  await recordView(request, id);
  await showStaffPage(request, {
    title: isRejected ? 'Error: Raise a data query' : 'Raise a data query',
    status: isRejected ? 422 : 200,
    main: html`<div class="pages-narrow">
<h1>Raise a data query</h1>
<p><a class="pages-link" href="${participantPath(id)}">Participant ${studyId}</a></p>
<form class="pages-form" method="post" action="${newDataQueryPath(id)}" autocomplete="off">
${errorSummary(isRejected ? filled : undefined, 2)}
${tokenField(session.csrfToken)}
<input type="hidden" name="id" value="${values.id ?? ''}">
<input type="hidden" name="event" value="${values.event ?? ''}">
${
  isEvent
    ? html`<input type="hidden" name="about" value="adverse-event"><input type="hidden" name="day" value=""><p>About an adverse event.</p>`
    : html`${selectField({
        name: 'about',
        label: 'What it is about',
        rejected: filled,
        options: [['', 'Choose one'], ...ofDay.map((about) => [about, QUERY_SUBJECTS[about]] as const)],
      })}
${dateField({
  name: 'day',
  label: 'Its day',
  hint: "The participant's own day of the record, or the planned day of the step or follow-up.",
  type: 'date',
  rejected: filled,
})}`
}
${textArea({
  name: 'text',
  label: 'The question',
  hint: 'Say which value, and what is unclear. Name no one.',
  longest: MAX_QUERY_LENGTH,
  rejected: filled,
})}
<button class="button">Raise the query</button>
</form>
</div>`,
  });
}
