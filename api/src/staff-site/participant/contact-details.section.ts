import { contactDetailsOf } from '../../domain/people/accounts/merge-details.ts';
import { errorSummary, type FormErrors, field, inputField, selectField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import type { ParticipantSection } from '../page/participant-section.ts';
import { CONTACT_REASONS, CONTACT_SOURCES } from './contact-corrections.ts';

/** Edits how the participant is named and reached, as they say on a call. */
export const contactDetailsSection: ParticipantSection = ({
  request: { session },
  participant,
  stage,
  rejected: { contact: rejected },
}) => {
  if (stage === 'withdrawn') return null;
  const { id } = participant;
  const shown: FormErrors = rejected ?? { values: { ...contactDetailsOf(participant) }, errors: {} };
  const line = (name: string, label: string, longest: number) =>
    field(
      { name, label, rejected: shown },
      (attributes) =>
        html`<input class="field-input" ${attributes} autocomplete="off" maxlength="${longest}" value="${shown.values[name] ?? ''}">`,
    );
  const choose = (name: string, label: string, texts: readonly string[]) =>
    selectField({
      ...{ name, label, rejected: shown },
      options: [['', 'Choose one'], ...texts.map((text) => [text, text] as const)],
    });
  return html`<section class="card" aria-labelledby="contact-details">
<form class="pages-form" method="post" action="${participantPath(id)}/contact">
<h2 id="contact-details">Change the contact details</h2>
<p>For a call: ask the participant to name what is there now. A new email address is the one they log in with. The old address gets a message about it.</p>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
<input type="hidden" name="known" value="${shown.values.known ?? JSON.stringify(contactDetailsOf(participant))}">
${line('firstName', 'First name', 150)}
${line('lastName', 'Last name', 150)}
${line('phone', 'Phone', 40)}
${inputField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'off', longest: 254, rejected: shown })}
${choose('correctionReason', 'Why it is changed', CONTACT_REASONS)}
${choose('source', 'Where it is from', CONTACT_SOURCES)}
${field(
  {
    name: 'currentPassword',
    label: 'Your own password',
    hint: 'Only for a new email address.',
    rejected: rejected && { ...rejected, values: {} },
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="password" autocomplete="current-password" maxlength="256">`,
)}
<button class="button" data-variant="quiet">Save the details</button>
</form>
</section>`;
};
