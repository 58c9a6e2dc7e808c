import { DATA_CONSENTS } from '@stepwise/shared-contracts/entities/consent';
import { html } from '../../http/pages/html.ts';
import { participantPath } from '../admin/navigation.ts';
import { type ParticipantSection, stack } from '../participant-overview/participant-section.ts';
import { hasRight } from '../staff/staff-rights.ts';
import { CHOICES } from './data-consent-request.ts';

/** For managers: the ways to what a participant may ask for by phone. Each leads to a page that asks once more. */
export const withdrawalSection: ParticipantSection = ({ request, participant }) => {
  const { dataConsent } = participant;
  if (!hasRight(request.staff, 'withdraw') || dataConsent === 'anonymous') return null;
  const open = DATA_CONSENTS.filter((choice) => choice !== dataConsent);
  return stack(
    'withdrawal',
    'Asked by phone to stop',
    html`<p>The same choices that the participant has. Each is explained, and asks once more, before anything happens.</p>
<ul>${open.map((choice) => html`<li><a class="pages-link" href="${participantPath(participant.id)}/withdraw/${choice}">${CHOICES[choice].heading}</a></li>`)}</ul>`,
  );
};
