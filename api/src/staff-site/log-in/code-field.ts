import { type FormErrors, field } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';

/** The box for a code of the app, or for a recovery code. */
export const codeField = (rejected?: FormErrors): Html =>
  field(
    {
      name: 'code',
      label: 'Code',
      hint: 'The six digits that your app shows, or one of your recovery codes.',
      rejected,
    },
    (attributes) =>
      html`<input class="field-input" ${attributes} autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="100">`,
  );
