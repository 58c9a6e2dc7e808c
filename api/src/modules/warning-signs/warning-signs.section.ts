import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { breakable } from '../../http/pages/breakable.ts';
import { html } from '../../http/pages/html.ts';
import { table } from '../../http/pages/table.ts';
import { warningSignPath } from '../admin/navigation.ts';
import { type ParticipantSection, stack } from '../participant-overview/participant-section.ts';
import { findSignsOf } from './find-warning-signs.ts';
import { WARNING_ACTIONS } from './warning-sign.entities.ts';

const SIGNS_SHOWN = 14;

/** The participant's last days with warning signs, and what became of each. */
export const warningSignsSection: ParticipantSection = async ({ request: { em }, participant }) => {
  const signs = (await findSignsOf(em, participant.id)).slice(0, SIGNS_SHOWN);
  if (signs.length === 0) return null;
  const rows = signs.map(({ id, localDate, symptoms, selfHarm, closedAt, lastAction, seenBy }) => [
    html`<a class="pages-link" href="${warningSignPath(id)}">${formatDate(localDate)}</a>`,
    html`${selfHarm && html`<strong>Self-harm.</strong> `}${breakable(symptoms.map((text) => text || 'In their own words').join(', '))}`,
    closedAt
      ? 'Dealt with'
      : participant.dataConsent === 'anonymous'
        ? 'Not dealt with'
        : 'Waits in the queue',
    lastAction ? WARNING_ACTIONS[lastAction] : 'Nothing yet',
    seenBy.join(', ') || 'Nobody yet',
  ]);
  return stack(
    'warning-signs',
    'Warning signs',
    table('Days with warning signs', ['Day', 'Warning signs', 'Now', 'Done last', 'Seen by'], rows),
  );
};
