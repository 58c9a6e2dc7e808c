import type Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { Staff } from '../../domain/people/staff/staff.entity.ts';
import { lockStaff } from '../../domain/people/team/second-factor.command.ts';
import { html } from '../../platform/html/html.ts';
import type { LogInAttempt } from '../../platform/http/rate-limits.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { isPassword } from '../../platform/passwords/password.ts';
import { CLEAR_AT_LOG_OUT } from '../../platform/sessions/clear-at-log-out.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import type { SessionData } from '../../platform/sessions/session-data.ts';
import { knownBrowser } from '../../request/known-browser.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { renewSession } from '../../request/renew-session.ts';
import { HOME, LOG_IN, LOG_IN_CODE, LOG_IN_PASSKEY, LOG_OUT } from '../page/navigation.ts';
import { type PageServices, type StaffRequest, staffOperation } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { beginStaffSession } from './begin-staff-session.ts';
import { logInCodePages } from './log-in-code.pages.ts';
import { logInPasskeyPages } from './log-in-passkey.pages.ts';

const WRONG = 'Please enter a correct email address and password. Note that the password is case-sensitive.';
/** How long a right password waits for its code. */
const CODE_TIMEOUT_MS = 10 * 60_000;

const formSchema = z.object({ email: z.string().catch(''), password: z.string().catch('') });

export function staffSessionPages(router: Router, services: PageServices): void {
  router.get(LOG_IN, (ctx) => showLogIn(ctx, services));
  router.post(LOG_IN, (ctx) => logIn(ctx, services));
  logInCodePages(router, services);
  logInPasskeyPages(router, services);
}

export const logOutPage = (admin: StaffRouter): void => admin.post(LOG_OUT, 'own-account', logOut);

async function showLogIn(ctx: Context, services: PageServices): Promise<void> {
  const session = sessionOf(ctx);
  if (session.staffId) return seeOther(ctx, HOME);
  const { ended } = session;
  delete session.ended;
  await renderLogIn(ctx, services, { email: '', isRejected: false, ended });
}

/**
 * Logs a member of staff in, or asks for the code of their second factor next. Whatever is wrong, the answer and its time
 * are the same.
 */
async function logIn(ctx: Context, services: PageServices): Promise<void> {
  const form = formSchema.parse(ctx.request.body);
  const email = form.email.trim().toLowerCase();
  const found = await ctx.state.em.findOne(Staff, { email });
  const attempt: LogInAttempt = {
    kind: 'staff',
    email,
    ip: ctx.ip,
    knownBrowser: knownBrowser(ctx, services, found),
  };
  await services.rateLimits.logIn(attempt).catch((error) => {
    noteFailedAccess(ctx, services, 'staff.locked-out', found?.id);
    throw error;
  });
  const passwordHash = found?.passwordHash;
  if (!(await isPassword(passwordHash, form.password)) || !found) {
    noteFailedAccess(ctx, services, 'staff.log-in-failed', found?.id);
    return renderLogIn(ctx, services, { email, isRejected: true });
  }
  const next = await inTransaction(staffOperation(ctx, services, found.id), async (op) => {
    const staff = await lockStaff(op.db, found.id);
    // It may have been changed in the moment since.
    if (!staff || staff.passwordHash !== passwordHash) return null;
    if (!staff.secondFactorSince) {
      await beginStaffSession(ctx, op, services, { staff, withSecondFactor: false });
      return HOME;
    }
    const awaitsCode = { staffId: staff.id, until: op.now.getTime() + CODE_TIMEOUT_MS };
    await renewSession(ctx, op, { awaitsCode });
    return LOG_IN_CODE;
  });
  if (!next) return renderLogIn(ctx, services, { email, isRejected: true });
  await services.rateLimits.loggedIn(attempt);
  seeOther(ctx, next);
}

/** Ends the session, and acting with it. */
async function logOut({ ctx, op, staff }: StaffRequest): Promise<void> {
  await inTransaction(op, async (op) => {
    await op.audit('staff.logged-out', staff.id, {});
    await renewSession(ctx, op, {});
  });
  ctx.set(CLEAR_AT_LOG_OUT);
  seeOther(ctx, LOG_IN);
}

async function renderLogIn(
  ctx: Context,
  { renderPage, config }: PageServices,
  { email, isRejected, ended }: { email: string; isRejected: boolean; ended?: SessionData['ended'] },
): Promise<void> {
  ctx.status = isRejected ? 400 : 200;
  ctx.type = 'html';
  ctx.body = await renderPage(ctx, {
    title: isRejected ? 'Error: Log in' : 'Log in',
    main: html`<h1>Log in</h1>
<p>For the research team. Participants log in <a href="/login">on their own page</a>.</p>
${
  ended &&
  html`<div class="notice" role="status">
<p class="notice-title">You were logged out</p>
<p>This happens after ${config.staffIdleMs / 60_000} minutes without use, and ${config.staffAbsoluteMs / 3_600_000} hours after log-in.${ended === 'acting' && ' You no longer act for the participant.'}</p>
</div>`
}
${isRejected && html`<div class="error-summary" role="alert" tabindex="-1" autofocus><h2>There is a problem</h2><p><a href="#email">${WRONG}</a></p></div>`}
<form class="pages-form" method="post" action="${LOG_IN}">
${tokenField(sessionOf(ctx).csrfToken)}
<div class="field">
<label class="field-label" for="email">Email</label>
<div class="field-box"><input class="field-input" id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"></div>
</div>
<div class="field">
<label class="field-label" for="password">Password</label>
<div class="field-box"><input class="field-input" id="password" name="password" type="password" autocomplete="current-password" required></div>
</div>
<button class="button">Log in</button>
</form>
<form method="post" action="${LOG_IN_PASSKEY}">
${tokenField(sessionOf(ctx).csrfToken)}
<button class="button" data-variant="quiet">Use a passkey</button>
</form>
<p><a href="/account/password-reset">Forgot my password</a></p>`,
  });
}
