import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { decryptSecret, encryptSecret } from '../../domain/people/staff/encrypt-secret.ts';
import { inGroups, keyUri, newSecret } from '../../domain/people/staff/totp.ts';
import { addSecondFactor } from '../../domain/people/team/second-factor.command.ts';
import { errorSummary, type FormErrors, inputField, readForm } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { renewSession } from '../../request/renew-session.ts';
import { acceptedSecrets } from '../../request/services.ts';
import { ACCOUNT, SECOND_FACTOR } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { mustSetUpSecondFactor, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withProof } from '../page/with-proof.ts';
import { qrCode } from './qr-code.ts';

const WRONG =
  'This code is wrong. Check that your phone has the right time, and enter the code it shows now.';

const formSchema = z.object({ code: z.string('Enter the code that your app shows.').max(100, WRONG) });

/** Where a member of staff sets up their second factor. */
export function secondFactorPages(admin: StaffRouter): void {
  admin.get(SECOND_FACTOR, 'own-account', showSetUp);
  admin.post(SECOND_FACTOR, 'own-account', withProof(setUp));
}

async function setUp(request: StaffRequest): Promise<void> {
  const { ctx, op, services, session, staff } = request;
  const secret = secretOf(request);
  if (staff.secondFactorSince || !secret) return seeOther(ctx, SECOND_FACTOR);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return showSetUp(request, rejected);
  await services.rateLimits.proof(staff.id);
  const codes = await inTransaction(op, async (op) => {
    const codes = await addSecondFactor(op, staff.id, {
      secret,
      code: data.code,
      serverSecret: services.linkSecret,
    });
    if (codes)
      await renewSession(ctx, op, { staffId: staff.id, startedAt: session.startedAt, secondFactor: true });
    return codes;
  });
  if (!codes) return showSetUp(request, { values: {}, errors: { code: WRONG } });
  await services.rateLimits.proved(staff.id);
  await showRecoveryCodes(request, codes);
}

/** The secret that is being set up in this session. */
const secretOf = ({ session, staff, services }: StaffRequest): string | null =>
  session.newSecret ? decryptSecret(session.newSecret, staff.id, acceptedSecrets(services)) : null;

async function showSetUp(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, session, staff, services } = request;
  if (staff.secondFactorSince) return seeOther(ctx, ACCOUNT);
  const secret = secretOf(request) ?? newSecret();
  session.newSecret ??= encryptSecret(secret, staff.id, services.linkSecret);
  const issuer = services.content.product.name;
  const title = 'Set up a second factor';
  await showStaffPage(request, {
    title: rejected ? `Error: ${title}` : title,
    status: rejected ? 422 : 200,
    main: html`<div class="pages-narrow"><h1>${title}</h1>
${mustSetUpSecondFactor(services, session) && html`<p>This trial asks every member of the team for one. The other pages open once it is set up.</p>`}
<p>A second factor is a code that an app on your phone shows. A person who learns your password still cannot log in without it.</p>
<h2>1. Scan this code</h2>
<p>With an authenticator app, such as Aegis, Google Authenticator, Microsoft Authenticator or your password manager.</p>
${qrCode(keyUri({ secret, issuer, label: staff.email }), 'Code to scan with your authenticator app')}
<p>Cannot scan it? Type this key into the app instead:</p>
<p><code class="pages-soft-wrap" id="key">${inGroups(secret)}</code></p>
<h2>2. Enter the code it shows</h2>
<form class="pages-form" method="post" action="${SECOND_FACTOR}">
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${inputField({ name: 'code', label: 'Six digits', type: 'text', autocomplete: 'one-time-code', longest: 20, rejected: rejected && { ...rejected, values: {} } })}
<button class="button">Turn it on</button>
</form></div>`,
  });
}

const showRecoveryCodes = (request: StaffRequest, codes: readonly string[]): Promise<void> => {
  const { name } = request.services.content.product;
  const text = [`Recovery codes, ${name} research team. Each works once.`, '', ...codes, ''].join('\r\n');
  return showStaffPage(request, {
    title: 'Your recovery codes',
    main: html`<div class="pages-narrow"><h1>Your recovery codes</h1>
<p>The second factor is on. Keep these codes where you find them without your phone. Each lets you in once instead of a code of the app.</p>
<p><strong>They are shown this once.</strong> Print this page or save the file.</p>
${codeList(codes)}
<p class="pages-turn"><a class="pages-link" download="recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}">Save as a file</a> <a class="button" href="${ACCOUNT}">I have kept them</a></p></div>`,
  });
};

const codeList = (codes: readonly string[]): Html =>
  html`<ol class="pages-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>`;
