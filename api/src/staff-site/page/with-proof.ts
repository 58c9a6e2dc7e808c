import * as z from 'zod';
import { errorSummary, inputField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { needsProof, noteProof, passwordFault } from '../../request/confirm-password.ts';
import { ACCOUNT } from './navigation.ts';
import { allowPasskeyScript, passkeyForm } from './passkey-form.ts';
import { offerPasskey, passkeyFault } from './passkey-proof.ts';
import { showStaffPage } from './staff-page.ts';
import type { StaffRequest } from './staff-request.ts';

type Handle = (request: StaffRequest) => Promise<void>;

/** A field that was sent twice is none of a form's. */
const fieldsSchema = z.record(z.string(), z.string()).catch({});

/**
 * Takes a form where the last proof of who sends it is recent. Else it asks for the password or a passkey first, on a page
 * that sends the same form again.
 */
export const withProof =
  (take: Handle): Handle =>
  async (request) => {
    if (needsProof(request)) {
      const {
        currentPassword,
        credential,
        csrfToken: _token,
        ...fields
      } = fieldsSchema.parse(request.ctx.request.body ?? {});
      if (currentPassword === undefined && credential === undefined) return askForProof(request, fields);
      const fault =
        credential === undefined
          ? await passwordFault({ ...request, participant: request.staff }, currentPassword)
          : await passkeyFault(request, 'proof');
      if (fault) return askForProof(request, fields, fault);
      noteProof(request);
    }
    await take(request);
  };

async function askForProof(request: StaffRequest, fields: Record<string, string>, fault = ''): Promise<void> {
  const { ctx, session } = request;
  const options = await offerPasskey(request, 'proof');
  const title = 'Confirm that it is you';
  const rejected = fault ? { values: {}, errors: { currentPassword: fault } } : undefined;
  const hidden = html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
  await showStaffPage(request, {
    title: fault ? `Error: ${title}` : title,
    status: 422,
    main: html`<div class="pages-narrow"><h1>${title}</h1>
<p>You last did so more than ten minutes ago. ${options ? 'Enter your password, or use a passkey, to go on.' : 'Enter your password to go on.'}</p>
<form class="pages-form" method="post" action="${ctx.path}">
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${hidden}
${inputField({ name: 'currentPassword', label: 'Your password', type: 'password', autocomplete: 'current-password', longest: 256, rejected })}
<button class="button">Go on</button>
</form>
${options && passkeyForm(ctx, { action: ctx.path, kind: 'use', options, button: 'Use a passkey', fields: hidden })}
<p><a href="${ACCOUNT}">Back to your account</a></p></div>`,
  });
  if (options) allowPasskeyScript(ctx);
}
