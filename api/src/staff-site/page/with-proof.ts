import * as z from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, inputField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { confirmPassword } from '../../request/confirm-password.ts';
import { ACCOUNT } from './navigation.ts';
import { showStaffPage } from './staff-page.ts';
import type { StaffRequest } from './staff-request.ts';

type Handle = (request: StaffRequest) => Promise<void>;

/** A field that was sent twice is none of a form's. */
const fieldsSchema = z.record(z.string(), z.string()).catch({});

/**
 * Takes a form where the last proof of who sends it is recent. Else it asks for the password first, on a page that sends
 * the same form again.
 */
export const withProof =
  (take: Handle): Handle =>
  async (request) => {
    const {
      currentPassword,
      csrfToken: _token,
      ...fields
    } = fieldsSchema.parse(request.ctx.request.body ?? {});
    try {
      await confirmPassword({ ...request, participant: request.staff }, currentPassword);
    } catch (error) {
      const message =
        error instanceof AppError && error.issues?.find(({ path }) => path[0] === 'currentPassword')?.message;
      if (!message) throw error;
      const errors = currentPassword === undefined ? {} : { currentPassword: message };
      return askForPassword(request, fields, { values: {}, errors });
    }
    await take(request);
  };

const askForPassword = (
  request: StaffRequest,
  fields: Record<string, string>,
  rejected: FormErrors,
): Promise<void> => {
  const { ctx, session } = request;
  const isRejected = Object.keys(rejected.errors).length > 0;
  const title = 'Confirm that it is you';
  return showStaffPage(request, {
    title: isRejected ? `Error: ${title}` : title,
    status: 422,
    main: html`<div class="pages-narrow"><h1>${title}</h1>
<p>You gave your password more than ten minutes ago. Enter it to go on.</p>
<form class="pages-form" method="post" action="${ctx.path}">
${isRejected && errorSummary(rejected)}
${tokenField(session.csrfToken)}
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${inputField({ name: 'currentPassword', label: 'Your password', type: 'password', autocomplete: 'current-password', longest: 256, rejected: isRejected ? rejected : undefined })}
<button class="button">Go on</button>
</form>
<p><a href="${ACCOUNT}">Back to your account</a></p></div>`,
  });
};
