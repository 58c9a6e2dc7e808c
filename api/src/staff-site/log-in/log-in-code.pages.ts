import type Router from '@koa/router';
import { usedCredentialSchema } from '@stepwise/shared-contracts/entities/passkey';
import type { Context } from 'koa';
import * as z from 'zod';
import { inTransaction, type Operation } from '../../domain/core/operation/operation.ts';
import {
  acceptPasskey,
  findPasskeys,
  findUsedPasskey,
} from '../../domain/people/passkeys/passkeys.command.ts';
import { requestOptions } from '../../domain/people/passkeys/verify-passkey.ts';
import { SessionRow } from '../../domain/people/sessions/session.entity.ts';
import type { Staff } from '../../domain/people/staff/staff.entity.ts';
import { lockStaff, useCode } from '../../domain/people/team/second-factor.command.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { keepChallenge, relyingParty, takeChallenge } from '../../request/passkey-challenge.ts';
import { acceptedSecrets } from '../../request/services.ts';
import { HOME, LOG_IN, LOG_IN_CODE } from '../page/navigation.ts';
import { allowPasskeyScript, passkeyForm, readCredential } from '../page/passkey-form.ts';
import { type PageServices, staffOperation } from '../page/staff-request.ts';
import { beginStaffSession } from './begin-staff-session.ts';
import { codeField } from './code-field.ts';

const PASSKEY = `${LOG_IN_CODE}/passkey`;
const WRONG_PASSKEY = 'This passkey was not accepted. Please try again, or enter a code.';
const WRONG = 'This code is wrong, or was used before. Wait for the next one that your app shows.';

const formSchema = z.object({ code: z.string().max(100).catch('') });

/** The second step of a log-in, for those who have a second factor. */
export function logInCodePages(router: Router, services: PageServices): void {
  router.get(LOG_IN_CODE, async (ctx) => {
    if (!awaitedCode(ctx, services)) return seeOther(ctx, LOG_IN);
    await showForm(ctx, services);
  });
  router.post(LOG_IN_CODE, (ctx) => {
    const { code } = formSchema.parse(ctx.request.body);
    return takeProof(ctx, services, {
      error: WRONG,
      check: (op, staff) => useCode(op, staff, code, acceptedSecrets(services)),
    });
  });
  router.get(PASSKEY, (ctx) => seeOther(ctx, LOG_IN_CODE));
  router.post(PASSKEY, async (ctx) => {
    const site = relyingParty(ctx, services);
    const answer = readCredential(ctx, usedCredentialSchema);
    const challenge = await takeChallenge(ctx, services, 'second-factor');
    await takeProof(ctx, services, {
      error: WRONG_PASSKEY,
      isPasskey: true,
      async check(op, { id }) {
        const passkey = answer && (await findUsedPasskey(op, answer));
        if (!challenge || !passkey || passkey.staff !== id) return false;
        return acceptPasskey(op, passkey, { site, challenge, answer });
      },
    });
  });
}

interface Proof {
  /** The words for one that is rejected. */
  error: string;
  isPasskey?: boolean;
  check: (op: Operation, staff: Staff) => Promise<boolean>;
}

const awaitedCode = (ctx: Context, services: PageServices) => {
  const { awaitsCode } = sessionOf(ctx);
  return awaitsCode && awaitsCode.until > services.now().getTime() ? awaitsCode : null;
};

async function takeProof(
  ctx: Context,
  services: PageServices,
  { error, isPasskey = false, check }: Proof,
): Promise<void> {
  const awaited = awaitedCode(ctx, services);
  if (!awaited) return seeOther(ctx, LOG_IN);
  const { staffId } = awaited;
  await services.rateLimits.proof(staffId).catch((error) => {
    noteFailedAccess(ctx, services, 'staff.locked-out', staffId);
    throw error;
  });
  const outcome = await inTransaction(staffOperation(ctx, services, staffId), async (op) => {
    const staff = await lockStaff(op.db, staffId);
    // A new password, a new role or the account's removal since the first step has ended this session.
    const hasSession = (await op.db.count(SessionRow, { keyHash: keyHashOf(ctx) })) > 0;
    if (!staff?.secondFactorSince || !hasSession) return { next: LOG_IN };
    if (!(await check(op, staff))) return 'wrong';
    await beginStaffSession(ctx, op, services, { staff, withSecondFactor: true, withPasskey: isPasskey });
    return { next: HOME, isRight: true };
  });
  if (outcome === 'wrong') {
    noteFailedAccess(ctx, services, 'staff.log-in-failed', staffId);
    return showForm(ctx, services, error);
  }
  if (outcome.isRight) await services.rateLimits.proved(staffId);
  seeOther(ctx, outcome.next);
}

/** The way to use a passkey, for those who have one. */
async function passkeyPart(ctx: Context, services: PageServices): Promise<Html | null> {
  const awaited = awaitedCode(ctx, services);
  const known = awaited ? await findPasskeys({ db: ctx.state.em }, { staff: awaited.staffId }) : [];
  if (known.length === 0) return null;
  const options = await requestOptions(relyingParty(ctx, services), known);
  keepChallenge(ctx, services, 'second-factor', options.challenge);
  allowPasskeyScript(ctx);
  return passkeyForm(ctx, { action: PASSKEY, kind: 'use', options, button: 'Use a passkey' });
}

async function showForm(ctx: Context, services: PageServices, error = ''): Promise<void> {
  ctx.status = error ? 400 : 200;
  ctx.type = 'html';
  const passkey = await passkeyPart(ctx, services);
  ctx.body = await services.renderPage(ctx, {
    title: error ? 'Error: Enter your code' : 'Enter your code',
    main: html`<div class="pages-narrow"><h1>Enter your code</h1>
${error && html`<div class="error-summary" role="alert" tabindex="-1" autofocus><h2>There is a problem</h2><p><a href="#code">${error}</a></p></div>`}
<form class="pages-form" method="post" action="${LOG_IN_CODE}">
${tokenField(sessionOf(ctx).csrfToken)}
${codeField(error ? { values: {}, errors: { code: error } } : undefined)}
<button class="button">Log in</button>
</form>
${passkey}
<p>No phone and no recovery code? A manager of the team can take the second factor away, so that you set up a new one.</p>
<p><a href="${LOG_IN}">Log in with another account</a></p></div>`,
  });
}
