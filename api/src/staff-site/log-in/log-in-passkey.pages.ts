import type Router from '@koa/router';
import { usedCredentialSchema } from '@stepwise/shared-contracts/entities/passkey';
import type { Context } from 'koa';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { acceptPasskey, findUsedPasskey } from '../../domain/people/passkeys/passkeys.command.ts';
import { requestOptions } from '../../domain/people/passkeys/verify-passkey.ts';
import { lockStaff } from '../../domain/people/team/second-factor.command.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { keepChallenge, relyingParty, takeChallenge } from '../../request/passkey-challenge.ts';
import { HOME, LOG_IN, LOG_IN_PASSKEY } from '../page/navigation.ts';
import { allowPasskeyScript, passkeyForm, readCredential } from '../page/passkey-form.ts';
import { type PageServices, staffOperation } from '../page/staff-request.ts';
import { beginStaffSession } from './begin-staff-session.ts';

const ANSWER = `${LOG_IN_PASSKEY}/answer`;
const WRONG = 'This passkey was not accepted. Please try again, or log in with your password.';

/** Log-in by a passkey only: it stands for both factors, as it checks who uses it. */
export function logInPasskeyPages(router: Router, services: PageServices): void {
  for (const path of [LOG_IN_PASSKEY, ANSWER]) router.get(path, (ctx) => seeOther(ctx, LOG_IN));
  router.post(LOG_IN_PASSKEY, async (ctx) => {
    await services.rateLimits.passkey(ctx.ip);
    await showForm(ctx, services);
  });
  router.post(ANSWER, (ctx) => takeAnswer(ctx, services));
}

async function takeAnswer(ctx: Context, services: PageServices): Promise<void> {
  await services.rateLimits.passkey(ctx.ip);
  const site = relyingParty(ctx, services);
  const answer = readCredential(ctx, usedCredentialSchema);
  const challenge = await takeChallenge(ctx, services, 'log-in');
  const passkey = answer && (await findUsedPasskey({ db: ctx.state.em }, answer));
  const staffId = passkey?.staff;
  const next =
    challenge !== null &&
    answer !== null &&
    passkey !== null &&
    typeof staffId === 'string' &&
    (await inTransaction(staffOperation(ctx, services, staffId), async (op) => {
      const staff = await lockStaff(op.db, staffId);
      if (!staff || !(await acceptPasskey(op, passkey, { site, challenge, answer }))) return null;
      await beginStaffSession(ctx, op, services, { staff, withSecondFactor: true, withPasskey: true });
      return HOME;
    }));
  if (next) return seeOther(ctx, next);
  noteFailedAccess(ctx, services, 'staff.log-in-failed', staffId ?? undefined);
  await showForm(ctx, services, WRONG);
}

async function showForm(ctx: Context, services: PageServices, error = ''): Promise<void> {
  const options = await requestOptions(relyingParty(ctx, services));
  keepChallenge(ctx, services, 'log-in', options.challenge);
  ctx.status = error ? 400 : 200;
  ctx.type = 'html';
  allowPasskeyScript(ctx);
  ctx.body = await services.renderPage(ctx, {
    title: error ? 'Error: Use your passkey' : 'Use your passkey',
    main: html`<div class="pages-narrow"><h1>Use your passkey</h1>
${error && html`<div class="error-summary" role="alert" tabindex="-1" autofocus><h2>There is a problem</h2><p>${error}</p></div>`}
${passkeyForm(ctx, { action: ANSWER, kind: error ? 'use' : 'use-at-once', options, button: 'Use a passkey' })}
<p><a href="${LOG_IN}">Log in with your password</a></p></div>`,
  });
}
