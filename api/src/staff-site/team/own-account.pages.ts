import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { guessableWords } from '../../domain/people/accounts/guessable-words.ts';
import { countRecoveryCodes } from '../../domain/people/staff/recovery-codes.ts';
import { knownOf } from '../../domain/people/staff/staff.entity.ts';
import { rolesText } from '../../domain/people/staff/staff-rights.ts';
import { changeOwnPassword, removeOwnSecondFactor } from '../../domain/people/team/own-account.command.ts';
import { errorSummary, type FormErrors, inputField, readForm } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { findPasswordError, MIN_PASSWORD_LENGTH } from '../../platform/passwords/password.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { renewSession } from '../../request/renew-session.ts';
import { acceptedSecrets } from '../../request/services.ts';
import { codeField } from '../log-in/code-field.ts';
import { ACCOUNT, SECOND_FACTOR } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { sessionsCard } from './own-sessions.pages.ts';
import { passkeysCard } from './passkeys.pages.ts';

const PASSWORD = `${ACCOUNT}/password`;
const REMOVE_FACTOR = `${SECOND_FACTOR}/remove`;
const WRONG_PASSWORD = 'This is not your password.';

const passwordSchema = z.object({
  oldPassword: z.string().min(1, 'Enter the password you have now.'),
  newPassword: z.string(),
});
const removalSchema = z.object({
  password: z.string().min(1, 'Enter your password.'),
  code: z.string().trim().min(1, 'Enter a code.').max(100, 'Enter a code.'),
});

/** What a member of staff sees and changes of their own account. */
export function ownAccountPages(admin: StaffRouter): void {
  admin.get(ACCOUNT, 'own-account', (request) => show(request));
  for (const [path, take] of [
    [PASSWORD, changePassword],
    [REMOVE_FACTOR, removeFactor],
  ] as const) {
    // The address of a rejected form, when it is loaded again.
    admin.get(path, 'own-account', async ({ ctx }) => seeOther(ctx, ACCOUNT));
    admin.post(path, 'own-account', take);
  }
}

interface RejectedForms {
  password?: FormErrors;
  removal?: FormErrors;
}

const formError = (name: string, error: string): FormErrors => ({ values: {}, errors: { [name]: error } });

const noteFailedProof = ({ ctx, services, staff }: StaffRequest): void =>
  noteFailedAccess(ctx, services, 'staff.password-check-failed', staff.id);

/** Counts an attempt to give the password or code again. Throws too-many-requests. */
const countProof = (request: StaffRequest): Promise<void> =>
  request.services.rateLimits.proof(request.staff.id).catch((error) => {
    noteFailedProof(request);
    throw error;
  });

async function changePassword(request: StaffRequest): Promise<void> {
  const { ctx, op, services, session, staff } = request;
  const { data, rejected } = readForm(ctx, passwordSchema);
  if (rejected) return show(request, { password: rejected });
  await services.rateLimits.work('password', { person: staff.id, ip: ctx.ip });
  const error = await findPasswordError(
    data.newPassword,
    guessableWords(op.content, knownOf(staff)),
    'staff',
  );
  if (error) return show(request, { password: formError('newPassword', error) });
  await countProof(request);
  const isChanged = await inTransaction(op, async (op) => {
    const isChanged = await changeOwnPassword(op, staff.id, data);
    const { startedAt, secondFactor } = session;
    if (isChanged)
      await renewSession(ctx, op, { staffId: staff.id, startedAt, ...(secondFactor && { secondFactor }) });
    return isChanged;
  });
  if (!isChanged) noteFailedProof(request);
  if (!isChanged) return show(request, { password: formError('oldPassword', WRONG_PASSWORD) });
  await services.rateLimits.proved(staff.id);
  seeOther(ctx, `${ACCOUNT}?done=password`);
}

async function removeFactor(request: StaffRequest): Promise<void> {
  const { ctx, op, services, session, staff } = request;
  const { data, rejected } = readForm(ctx, removalSchema);
  if (rejected) return show(request, { removal: rejected });
  await countProof(request);
  const outcome = await inTransaction(op, async (op) => {
    const outcome = await removeOwnSecondFactor(op, staff.id, {
      ...data,
      serverSecrets: acceptedSecrets(services),
    });
    if (outcome === 'removed')
      await renewSession(ctx, op, { staffId: staff.id, startedAt: session.startedAt });
    return outcome;
  });
  if (outcome !== 'removed') noteFailedProof(request);
  if (outcome === 'wrong-password') return show(request, { removal: formError('password', WRONG_PASSWORD) });
  if (outcome === 'wrong-code')
    return show(request, { removal: formError('code', 'This code is wrong, or was used before.') });
  await services.rateLimits.proved(staff.id);
  seeOther(ctx, `${ACCOUNT}?done=second-factor`);
}

const DONE: Record<string, string> = {
  password: 'Your password is changed. Your other sessions have ended.',
  'second-factor': 'Your second factor is removed. Your other sessions have ended.',
  'passkey-added': 'Your passkey is added.',
  'passkey-renamed': 'Your passkey has its new name.',
  'passkey-removed': 'Your passkey is removed.',
  session: 'You are logged out there.',
  sessions: 'You are logged out everywhere else.',
};

async function show(request: StaffRequest, rejected: RejectedForms = {}): Promise<void> {
  const { ctx, staff } = request;
  const isRejected = Object.keys(rejected).length > 0;
  const done = DONE[String(ctx.query.done)];
  await showStaffPage(request, {
    title: isRejected ? 'Error: Your account' : 'Your account',
    status: isRejected ? 422 : 200,
    main: html`<h1>Your account</h1>
${done && html`<div class="notice" role="status"><p class="notice-title">${done}</p></div>`}
<dl class="pages-facts">
<dt>Name</dt><dd>${staff.name}</dd>
<dt>Email</dt><dd class="pages-soft-wrap">${staff.email}</dd>
<dt>Roles</dt><dd>${rolesText(staff.roles)}</dd>
</dl>
<p class="soft">A manager of the team can change your role. Your password cannot be seen by others.</p>
<div class="pages-columns">
${passwordCard(request, rejected.password)}
${await factorCard(request, rejected.removal)}
${await passkeysCard(request)}
${await sessionsCard(request)}
</div>`,
  });
}

const passwordCard = (
  { session }: StaffRequest,
  rejected: FormErrors | undefined,
): Html => html`<section class="card" aria-labelledby="change-password">
<form class="pages-form" method="post" action="${PASSWORD}">
<h2 id="change-password">Change your password</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${inputField({ name: 'oldPassword', label: 'Password now', type: 'password', autocomplete: 'current-password', longest: 256, rejected })}
${inputField({ name: 'newPassword', label: 'New password', hint: `At least ${MIN_PASSWORD_LENGTH.staff} characters. Three or four words together are strong and easy to remember.`, type: 'password', autocomplete: 'new-password', longest: 256, rejected })}
<p>Changing it logs you out everywhere else. Passkeys stay until you remove them.</p>
<button class="button">Change the password</button>
</form>
</section>`;

async function factorCard(request: StaffRequest, rejected: FormErrors | undefined): Promise<Html> {
  const { op, staff, session } = request;
  if (!staff.secondFactorSince)
    return html`<section class="card" aria-labelledby="second-factor">
<h2 id="second-factor">Second factor</h2>
<p>Off. With a second factor, your password alone is not enough to log in: log-in also asks for a code that an app on your phone shows.</p>
<p><a class="button" href="${SECOND_FACTOR}">Set up a second factor</a></p>
</section>`;
  const since = formatDate(localDate(staff.secondFactorSince, op.content.product.timeZone));
  const codesLeft = await countRecoveryCodes(op.db, staff.id);
  return html`<section class="card" aria-labelledby="second-factor">
<form class="pages-form" method="post" action="${REMOVE_FACTOR}">
<h2 id="second-factor">Second factor</h2>
<p>On since ${since}. ${codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`} left.</p>
<p>For a new phone or new recovery codes, remove it here and set it up again. That removes your passkeys as well.</p>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${inputField({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', longest: 256, rejected })}
${codeField(rejected)}
<button class="button" data-variant="quiet">Remove the second factor</button>
</form>
</section>`;
}
