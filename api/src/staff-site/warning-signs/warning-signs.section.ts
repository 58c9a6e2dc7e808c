import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { findSignsOf } from '../../domain/care/warning-signs/find-warning-signs.ts';
import { WARNING_ACTIONS } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { itemWords } from '../page/item-words.ts';
import { warningSignPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';
import { symptomsText } from './warning-words.ts';

const SIGNS_SHOWN = 14;

/** The participant's last days with warning signs, and what was done about each. */
export const warningSignsSection: ParticipantSection = async ({ request, participant }) => {
  const { op, staff } = request;
  const { symptom } = itemWords(request);
  const signs = (await findSignsOf(op.db, participant.id)).slice(0, SIGNS_SHOWN);
  if (signs.length === 0) return null;
  const rows = signs.map(({ id, localDate, symptoms, selfHarm, closedAt, lastAction, seenBy }) => [
    hasRight(staff, 'review-warnings')
      ? html`<a class="pages-link" href="${warningSignPath(id)}">${formatDate(localDate)}</a>`
      : formatDate(localDate),
    symptomsText({ symptoms: symptoms.map(symptom), selfHarm }),
    closedAt
      ? 'Dealt with'
      : participant.dataConsent === 'anonymous'
        ? 'Not dealt with'
        : 'Waits in the queue',
    lastAction ? WARNING_ACTIONS[lastAction] : 'Nothing yet',
    seenBy.join(', ') || 'Not yet',
  ]);
  return stack(
    'warning-signs',
    'Warning signs',
    table('Days with warning signs', ['Day', 'Warning signs', 'Now', 'Done last', 'Seen by'], rows),
  );
};
