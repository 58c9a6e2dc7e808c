import { MAX_LINK_LENGTH } from '../../domain/people/participants/questionnaire-link.schema.ts';
import { questionnaireUrl } from '../../domain/people/participants/questionnaire-url.ts';
import { errorSummary, field } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import type { ParticipantSection } from '../page/participant-section.ts';

/** The participant's own link to the external questionnaire. A participant who has none is sent to the trial's. */
export const questionnaireLinkSection: ParticipantSection = ({
  request: { session, services },
  participant,
  stage,
  rejected: { link: rejected },
}) => {
  if (stage === 'withdrawn') return null;
  const { hosts } = services.content.product.questionnaire;
  return html`<section class="card" aria-labelledby="questionnaire-link">
<form class="pages-form" method="post" action="${participantPath(participant.id)}/questionnaire-link">
<h2 id="questionnaire-link">Questionnaire link</h2>
<p>The participant’s home page opens this link. ${participant.redcapLink ? 'It is their own.' : html`They have none of their own, so it opens ${questionnaireUrl(participant, services.content)}.`}</p>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${field(
  {
    name: 'link',
    label: 'Their own link',
    hint: `https, on ${hosts.join(' or ')}. Leave it empty for none.`,
    rejected,
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="url" maxlength="${MAX_LINK_LENGTH}" value="${rejected?.values.link ?? participant.redcapLink ?? ''}">`,
)}
<button class="button" data-variant="quiet">Save the link</button>
</form>
</section>`;
};
