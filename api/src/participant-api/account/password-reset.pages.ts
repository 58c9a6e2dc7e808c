import type Router from '@koa/router';
import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Context } from 'koa';
import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { choosePassword } from '../../domain/people/accounts/choose-password.command.ts';
import { guessableWords } from '../../domain/people/accounts/guessable-words.ts';
import { PasswordResetRequest } from '../../domain/people/accounts/password-reset.entities.ts';
import { findResetAccount, PASSWORD_RESET } from '../../domain/people/accounts/password-reset-token.ts';
import type { Passkey } from '../../domain/people/passkeys/passkey.entity.ts';
import { findPasskeys } from '../../domain/people/passkeys/passkeys.command.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { hashToken } from '../../platform/links/link-token.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { findPasswordError, MIN_PASSWORD_LENGTH } from '../../platform/passwords/password.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { rememberBrowser } from '../../request/known-browser.ts';
import { renewSession } from '../../request/renew-session.ts';
import { requestOperation } from '../../request/request-operation.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

const SENT = `${PASSWORD_RESET}/sent`;
const CHOOSE = `${PASSWORD_RESET}/choose`;
const DONE = { participant: `${PASSWORD_RESET}/done`, staff: `${PASSWORD_RESET}/done/team` } as const;
const LOG_IN = { participant: '/login', staff: '/admin/log-in' } as const;

const emailFormSchema = z.object({ email: z.string().trim().toLowerCase().max(1_000).catch('') });
const passwordFormSchema = z.object({ password: z.string().catch('') });

/** From "Forgot my password" to a new one, without a script. */
export function passwordResetPages(router: Router, services: AccountPageServices): void {
  router.get(PASSWORD_RESET, (ctx) => showAsk(ctx, services));
  router.post(PASSWORD_RESET, (ctx) => ask(ctx, services));
  router.get(SENT, (ctx) => showSent(ctx, services));
  router.get(CHOOSE, (ctx) => showChoose(ctx, services));
  router.post(CHOOSE, (ctx) => choose(ctx, services));
  router.get(DONE.participant, (ctx) => showDone(ctx, services, LOG_IN.participant));
  router.get(DONE.staff, (ctx) => showDone(ctx, services, LOG_IN.staff));
  router.get(`${PASSWORD_RESET}/:token`, async (ctx) => {
    // The token leaves the address bar at once. It is used up by the form only, since mail programs open links ahead.
    const tokenHash = hashToken(String(ctx.params.token));
    const isGood = (await findResetAccount(ctx.state.em, tokenHash, services.now())) !== null;
    if (isGood) sessionOf(ctx).passwordReset = tokenHash;
    else delete sessionOf(ctx).passwordReset;
    seeOther(ctx, CHOOSE);
  });
}

/**
 * Records that a new password is wanted, unless one was wanted too often. Whether the address has an account is for the
 * job to find out: the answer and its time are the same for all.
 */
async function ask(ctx: Context, services: AccountPageServices): Promise<void> {
  const { email } = emailFormSchema.parse(ctx.request.body);
  if (!z.email().max(254).safeParse(email).success) {
    return showAsk(ctx, services, { email, fault: 'Enter an email address, such as name@example.org.' });
  }
  if (await services.rateLimits.mayAskForReset(ctx.ip, email)) await requestReset(ctx, services, email);
  seeOther(ctx, SENT);
}

const requestReset = (ctx: Context, services: AccountPageServices, email: string): Promise<void> =>
  inTransaction(requestOperation(ctx, services), async ({ db, jobs, now, requestId }) => {
    await db.insert(PasswordResetRequest, { id: requestId, email, requestedAt: now });
    await jobs.enqueue(db, 'send-password-reset', requestId, now);
  });

async function choose(ctx: Context, services: AccountPageServices): Promise<void> {
  const op = requestOperation(ctx, services);
  const tokenHash = sessionOf(ctx).passwordReset;
  const account = await findResetAccount(op.db, tokenHash, op.now);
  if (!account || !tokenHash) return showWornOut(ctx, services);
  const { password } = passwordFormSchema.parse(ctx.request.body);
  await services.rateLimits.work('password', { person: account.person.id, ip: ctx.ip });
  const error = await findPasswordError(password, guessableWords(op.content, account.known), account.kind);
  if (error) return showChoose(ctx, services, error);
  const passwordHash = await inTransaction(op, async (op) => {
    const passwordHash = await choosePassword(op, { account, tokenHash, password });
    if (passwordHash) await renewSession(ctx, op, {});
    return passwordHash;
  });
  if (!passwordHash) return showWornOut(ctx, services);
  const { kind, person } = account;
  // A forgotten password was preceded by failed attempts.
  await services.rateLimits.loggedIn({ kind, email: person.email ?? '', ip: ctx.ip, knownBrowser: null });
  rememberBrowser(ctx, services, { id: person.id, passwordHash });
  seeOther(ctx, DONE[account.kind]);
}

const showAsk = (ctx: Context, services: AccountPageServices, { email = '', fault = '' } = {}) =>
  showAccountPage(ctx, services, {
    title: 'Choose a new password',
    fault: fault && { field: 'email', text: fault },
    main: html`<p>Enter the email address you log in with. We send you a link to choose a new password.</p>
<form class="pages-form" method="post" action="${PASSWORD_RESET}" novalidate>
${tokenField(sessionOf(ctx).csrfToken)}
<div class="field">
<label class="field-label" for="email">Email</label>
${fault && html`<p class="field-error" id="email-error">${fault}</p>`}
<div class="field-box"><input class="field-input" id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${fault && html` aria-invalid="true" aria-describedby="email-error"`}></div>
</div>
<button class="button">Send the link</button>
</form>
<p><a href="/login">Back to log in</a></p>`,
  });

const showSent = (ctx: Context, services: AccountPageServices) =>
  showAccountPage(ctx, services, {
    title: 'Check your email',
    main: html`<p>If there is an account with this address, a message is on its way. The link in it works for one hour.</p>
<p>Nothing there after some minutes? Look among unwanted mail, check the address, or call the research team on ${services.content.product.researchTeam.phone}.</p>
${services.keepsMail && html`<p>This demonstration sends no mail: <a href="/account/demonstration-mail">read its messages here</a>.</p>`}
<p><a href="${PASSWORD_RESET}">Ask again</a></p>`,
  });

async function showChoose(ctx: Context, services: AccountPageServices, fault = ''): Promise<void> {
  const account = await findResetAccount(ctx.state.em, sessionOf(ctx).passwordReset, services.now());
  if (!account) return showWornOut(ctx, services);
  const { kind, person } = account;
  const owner = kind === 'staff' ? { staff: person.id } : { participant: person.id };
  const passkeys = await findPasskeys({ db: ctx.state.em }, owner);
  await showAccountPage(ctx, services, {
    title: 'Choose a new password',
    fault: fault && { field: 'password', text: fault },
    main: html`<form class="pages-form" method="post" action="${CHOOSE}" novalidate>
${tokenField(sessionOf(ctx).csrfToken)}
<div class="field">
<label class="field-label" for="password">New password</label>
<p class="field-hint" id="password-hint">At least ${MIN_PASSWORD_LENGTH[account.kind]} characters. Three or four words together are strong and easy to remember.</p>
${fault && html`<p class="field-error" id="password-error">${fault}</p>`}
<div class="field-box"><input class="field-input" id="password" name="password" type="password" autocomplete="new-password" required aria-describedby="password-hint${fault && ' password-error'}"${fault && html` aria-invalid="true"`}></div>
</div>
<p>Saving it logs you out on every device.</p>
${passkeys.length > 0 && removedPasskeys(passkeys, services)}
<button class="button">Save the password</button>
</form>`,
  });
}

const removedPasskeys = (
  passkeys: readonly Passkey[],
  { content }: AccountPageServices,
) => html`<p>It also removes the passkeys of the account. You can add your own again once you have logged in:</p>
<ul>${passkeys.map(({ name, createdAt }) => html`<li>${name}, added ${formatDate(localDate(createdAt, content.product.timeZone))}</li>`)}</ul>`;

const showWornOut = (ctx: Context, services: AccountPageServices) =>
  showAccountPage(ctx, services, {
    status: 400,
    title: 'This link no longer works',
    main: html`<p>A link works once and for a limited time, and only the newest one works. Your password has not changed.</p>
<p><a class="button" href="${PASSWORD_RESET}">Ask for a new link</a></p>`,
  });

const showDone = (ctx: Context, services: AccountPageServices, logIn: string) =>
  showAccountPage(ctx, services, {
    title: 'Your password is changed',
    main: html`<p>Log in with the new one.</p>
<p><a class="button" href="${logIn}">Log in</a></p>`,
  });
