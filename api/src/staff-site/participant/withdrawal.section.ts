import { DATA_CONSENTS } from '@stepwise/shared-contracts/entities/consent';
import { CHOICES } from '../../domain/consent/data-consent-request.ts';
import { html } from '../../platform/html/html.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Links to what a participant may ask for by phone. Each opens a page that asks for confirmation. */
export const withdrawalSection: ParticipantSection = ({ participant }) => {
  const { dataConsent } = participant;
  if (dataConsent === 'anonymous') return null;
  const open = DATA_CONSENTS.filter((choice) => choice !== dataConsent);
  return stack(
    'withdrawal',
    'Asked by phone to stop',
    html`<p>The same choices that the participant has. Each is explained, and asks once more, before anything happens.</p>
<ul>${open.map((choice) => html`<li><a class="pages-link" href="${participantPath(participant.id)}/withdraw/${choice}">${CHOICES[choice].heading}</a></li>`)}</ul>`,
  );
};
