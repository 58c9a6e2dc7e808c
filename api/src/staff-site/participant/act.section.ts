import {
  ACTING_MINUTES,
  MAX_REASON_LENGTH,
  MIN_REASON_LENGTH,
} from '../../domain/people/acting/acting-rules.ts';
import { errorSummary, textArea } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import type { ParticipantSection } from '../page/participant-section.ts';

/** The form that starts acting for a participant. */
export const actSection: ParticipantSection = ({ request, participant, stage, rejected }) =>
  stage === 'withdrawn'
    ? html`<p id="act">This participant no longer takes part, so the team cannot act for them.</p>`
    : html`<section class="card" aria-labelledby="act">
<form class="pages-form" method="post" action="${participantPath(participant.id)}/act">
<h2 id="act">Act for this participant</h2>
<p>You use the product in their place for up to ${ACTING_MINUTES} minutes, or until you log out there. All you do is recorded in the audit log with your name and your reason. You can correct their contact details. You cannot give consent or change the password for them.</p>
${errorSummary(rejected.act)}
${tokenField(request.session.csrfToken)}
${textArea({
  name: 'reason',
  label: 'Reason',
  hint: 'For example: asked by phone to change the schedule as their doctor advised.',
  shortest: MIN_REASON_LENGTH,
  longest: MAX_REASON_LENGTH,
  rejected: rejected.act,
})}
<button class="button">Act for this participant</button>
</form>
</section>`;
