import { type Html, html } from '../../http/pages/html.ts';
import { tokenField } from '../../http/pages/page-middlewares.ts';
import { participantPath } from '../admin/navigation.ts';
import { ACTING_MINUTES, LONGEST_REASON, SHORTEST_REASON } from './acting-rules.ts';

const FAULT = `Say why you act for this participant, in ${SHORTEST_REASON} to ${LONGEST_REASON} characters.`;

interface ActForm {
  id: string;
  csrfToken: string;
  refused: { reason: string } | undefined;
}

/** The form that starts acting for a participant. `refused` is a reason that was not good enough. */
export const actForm = ({
  id,
  csrfToken,
  refused,
}: ActForm): Html => html`<section class="card" aria-labelledby="act">
<form class="pages-form" method="post" action="${participantPath(id)}/act">
<h2 id="act">Act for this participant</h2>
<p>You use the product in their place for up to ${ACTING_MINUTES} minutes, or until you log out there. All you do is kept in the audit trail with your name and your reason. You cannot give consent or change the password for them.</p>
${refused && html`<div class="error-summary" role="alert"><h3>There is a problem</h3><p><a href="#reason">${FAULT}</a></p></div>`}
${tokenField(csrfToken)}
<div class="field"${refused && html` data-invalid`}>
<label class="field-label" for="reason">Reason</label>
<span class="field-hint" id="reason-hint">For example: asked by phone to change the schedule as their doctor advised.</span>
<div class="field-box"><textarea class="field-input" id="reason" name="reason" rows="3" required minlength="${SHORTEST_REASON}" maxlength="${LONGEST_REASON}" aria-describedby="reason-hint"${refused && html` aria-invalid="true"`}>
${refused?.reason ?? ''}</textarea></div>
</div>
<button class="button">Act for this participant</button>
</form>
</section>`;
