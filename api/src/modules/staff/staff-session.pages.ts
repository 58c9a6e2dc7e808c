import type Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { html } from '../../http/pages/html.ts';
import { tokenField } from '../../http/pages/page-middlewares.ts';
import { renewSession, sessionOf } from '../../http/session/session.ts';
import { recordActingEnded } from '../acting/end-acting.command.ts';
import type { AdminRouter } from '../admin/admin-router.ts';
import { LOG_IN, PARTICIPANTS } from '../admin/navigation.ts';
import { originOf, type PageServices, type StaffRequest, seeOther } from '../admin/staff-request.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { isPassword } from '../session/password.ts';
import { Staff } from './staff.entity.ts';

const WRONG = 'Please enter a correct email address and password. Note that the password is case-sensitive.';

const formSchema = z.object({ email: z.string().catch(''), password: z.string().catch('') });

export function staffSessionPages(router: Router, admin: AdminRouter, services: PageServices): void {
  router.get(LOG_IN, (ctx) => showLogIn(ctx, services));
  router.post(LOG_IN, (ctx) => logIn(ctx, services));
  admin.post('/admin/log-out', 'own-account', logOut);
}

async function showLogIn(ctx: Context, services: PageServices): Promise<void> {
  if (sessionOf(ctx).staffId) return seeOther(ctx, PARTICIPANTS);
  await renderLogIn(ctx, services, { email: '', isRefused: false });
}

/** Logs a member of staff in. Whatever is wrong, the answer and its time are the same. */
async function logIn(ctx: Context, services: PageServices): Promise<void> {
  const form = formSchema.parse(ctx.request.body);
  const email = form.email.trim().toLowerCase();
  const em = ctx.state.em as EntityManager;
  await services.rateLimits.staffLogIn(ctx.ip, email);
  const staff = await em.findOne(Staff, { email });
  if (!(await isPassword(staff?.passwordHash, form.password)) || !staff) {
    return renderLogIn(ctx, services, { email, isRefused: true });
  }
  await services.rateLimits.staffLoggedIn(email);
  const now = services.now();
  await em.transactional(async (tx) => {
    await recordAuditEvent(tx, 'staff.logged-in', originOf({ ctx, staff, now }, staff.id), {});
    await renewSession(ctx, now, { staffId: staff.id }, tx);
  });
  seeOther(ctx, PARTICIPANTS);
}

/** Ends the session, and acting with it. */
async function logOut(request: StaffRequest): Promise<void> {
  const { ctx, em, session, staff, now } = request;
  const { acting, participantId } = session;
  await em.transactional(async (tx) => {
    if (acting && participantId) await recordActingEnded(tx, ctx, { staffId: staff.id, participantId, now });
    await recordAuditEvent(tx, 'staff.logged-out', originOf(request, staff.id), {});
    await renewSession(ctx, now, {}, tx);
  });
  seeOther(ctx, LOG_IN);
}

async function renderLogIn(
  ctx: Context,
  { renderPage }: PageServices,
  { email, isRefused }: { email: string; isRefused: boolean },
): Promise<void> {
  ctx.status = isRefused ? 400 : 200;
  ctx.type = 'html';
  ctx.body = await renderPage({
    title: isRefused ? 'Error: Log in' : 'Log in',
    main: html`<h1>Log in</h1>
<p>For the research team. Participants log in <a href="/login">on their own page</a>.</p>
${isRefused && html`<div class="error-summary" role="alert"><h2>There is a problem</h2><p><a href="#email">${WRONG}</a></p></div>`}
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
</form>`,
  });
}
