import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { findAdverseEventsOf } from '../../domain/trial/adverse-events/find-adverse-events.ts';
import { html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { adverseEventPath, newAdverseEventPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { choiceText, seriousText, shortened } from './adverse-event-words.ts';

/** The participant's adverse events for those who may see them, and the way to record another. */
export const adverseEventsSection: ParticipantSection = async ({ request, participant }) => {
  const { op, staff } = request;
  const isOpen = participant.dataConsent !== 'anonymous' && hasRight(staff, 'report-adverse-event');
  const record = isOpen
    ? html`<p class="screen-only"><a class="pages-link" href="${newAdverseEventPath(participant.id)}">Record an adverse event</a></p>`
    : null;
  if (!hasRight(staff, 'see-adverse-events'))
    return record && stack('adverse-events', 'Adverse events', record);
  const { safety } = op.content;
  const teamText = await findTeamTexts(request, [participant.id]);
  const rows = (await findAdverseEventsOf(op.db, participant.id)).map((event) => [
    html`<a class="pages-link" href="${adverseEventPath(event.id)}">${softWrap(shortened(teamText(participant.id, event.description)))}</a>`,
    seriousText(safety, event.criteria),
    formatDate(event.onset),
    choiceText(safety.outcomes, event.outcome),
    event.voidedAt ? 'Void' : event.signedAt ? 'Yes' : 'Not yet',
  ]);
  return stack(
    'adverse-events',
    'Adverse events',
    html`${rows.length === 0 ? html`<p>None recorded.</p>` : table('Adverse events', ['Event', 'Seriousness', 'Began', 'Outcome', 'Signed'], rows)}
${record}`,
  );
};
