import { randomUUID } from 'node:crypto';
import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { type FollowUpOfParticipant, findFollowUps } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import {
  ATTEMPT_OUTCOMES,
  CHANNELS,
  ContactAttempt,
  MAX_ATTEMPT_NOTE_LENGTH,
} from '../../domain/trial/follow-ups/follow-up.entities.ts';
import { errorSummary, field, selectField } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, type ParticipantView, stack } from '../page/participant-section.ts';
import { STATE_WORDS, windowText } from './follow-up-words.ts';

/** The participant's follow-ups, how the team tried to reach them, and the forms for both. */
export const followUpsSection: ParticipantSection = async (view) => {
  const { request, participant } = view;
  const { op, staff } = request;
  const followUps = await findFollowUps(op, participant.id);
  if (followUps.length === 0) return null;
  const { timeZone } = op.content.product;
  const attempts = await op.db.find(
    ContactAttempt,
    { participant: participant.id },
    { orderBy: { at: 'desc', id: 'desc' } },
  );
  const names = await findStaffNames(op.db, [
    ...attempts.map((attempt) => attempt.staff),
    ...followUps.flatMap(({ staff }) => staff ?? []),
  ]);
  const doneText = ({ doneOn, reportedBy, staff }: FollowUpOfParticipant) =>
    doneOn
      ? `${formatDate(doneOn)}, ${reportedBy === 'team' && staff ? names(staff) : 'the participant'}`
      : '';
  const open = followUps.filter(({ state }) => ['due', 'reminded', 'missed'].includes(state));
  const mayRecord = hasRight(staff, 'record-follow-up') && !participant.dataConsent;
  return stack(
    'follow-ups',
    'Follow-ups',
    html`${table(
      'Follow-up questionnaires',
      ['Follow-up', 'Due on', 'Window', 'State', 'Messages sent', 'Done on, reported by'],
      followUps.map((each) => [
        `${each.months} months`,
        formatDate(each.dueOn),
        windowText(each),
        STATE_WORDS[each.state],
        each.remindersSent.length,
        doneText(each),
      ]),
    )}
${
  attempts.length > 0 &&
  table(
    'Contact attempts',
    ['When', 'Who', 'Follow-up', 'How', 'Outcome', 'Note'],
    attempts.map((attempt) => [
      formatDatetime(timeZone, attempt.at),
      names(attempt.staff),
      `${attempt.months} months`,
      CHANNELS[attempt.channel],
      ATTEMPT_OUTCOMES[attempt.outcome],
      html`<span class="pages-text">${hasRight(staff, 'see-names') ? attempt.note : ''}</span>`,
    ]),
  )
}
${mayRecord && html`${attemptForm(view, followUps)}${(open.length > 0 || view.rejected.followUpDone) && doneForm(view, open.length > 0 ? open : followUps)}`}`,
  );
};

const optionsOf = (followUps: readonly FollowUpOfParticipant[]) =>
  followUps.map(({ months }) => [String(months), `${months} months`] as const);

function attemptForm(view: ParticipantView, followUps: readonly FollowUpOfParticipant[]): Html {
  const { request, participant, rejected } = view;
  const form = rejected.contactAttempt;
  const begun = followUps.filter(({ state }) => state !== 'planned');
  return html`<form class="pages-form pages-row" method="post" action="${participantPath(participant.id)}/contact-attempts">
<h3>Note a contact attempt</h3>
${errorSummary(form)}
${tokenField(request.session.csrfToken)}
<input type="hidden" name="attemptId" value="${form?.values.attemptId ?? randomUUID()}">
${selectField({
  name: 'months',
  label: 'About which follow-up',
  options: optionsOf(begun.length > 0 ? begun : followUps),
  chosen: String(begun.findLast(({ doneOn }) => !doneOn)?.months ?? ''),
  rejected: form,
})}
${selectField({ name: 'channel', label: 'How', options: Object.entries(CHANNELS), rejected: form })}
${selectField({
  name: 'outcome',
  label: 'What came of it',
  options: [['', 'Choose one'], ...Object.entries(ATTEMPT_OUTCOMES)],
  rejected: form,
})}
${field(
  {
    name: 'attemptNote',
    label: 'Note, if there is more to say',
    hint: 'Nothing about the group or the plan: blinded colleagues read it.',
    rejected: form,
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="text" autocomplete="off" maxlength="${MAX_ATTEMPT_NOTE_LENGTH}" value="${form?.values.attemptNote ?? ''}">`,
)}
<button class="button" data-variant="quiet">Save the attempt</button>
</form>`;
}

function doneForm(view: ParticipantView, open: readonly FollowUpOfParticipant[]): Html {
  const { request, participant, rejected } = view;
  const form = rejected.followUpDone;
  const { now, content } = request.op;
  return html`<form class="pages-form pages-row" method="post" action="${participantPath(participant.id)}/follow-ups">
<h3>A follow-up was done</h3>
${errorSummary(form)}
${tokenField(request.session.csrfToken)}
${selectField({ name: 'doneMonths', label: 'Which follow-up', options: optionsOf(open), chosen: String(open.at(-1)?.months ?? ''), rejected: form })}
${field(
  { name: 'doneOn', label: 'Done on', rejected: form },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="date" required value="${form?.values.doneOn ?? localDate(now, content.product.timeZone)}">`,
)}
<button class="button" data-variant="quiet">Save it as done</button>
</form>`;
}
