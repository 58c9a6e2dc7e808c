import { html } from '../../platform/html/html.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Opens one day of the participant as it was; of no use on paper. */
export const daySection: ParticipantSection = ({ request: { op }, participant }) =>
  html`<div class="screen-only">${stack(
    'seen-day-heading',
    'What did they see on a day?',
    html`<form class="pages-form pages-search" method="get" action="${participantPath(participant.id)}/day">
<div class="field">
<label class="field-label" for="seen-day">Day</label>
<div class="field-box"><input class="field-input" id="seen-day" name="day" type="date" required max="${op.today}" value="${op.today}"></div>
</div>
<button class="button">Show the day</button>
</form>`,
  )}</div>`;
