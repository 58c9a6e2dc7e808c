import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SignatureProof } from '../../domain/people/signatures/signature.entity.ts';
import type { Signing } from '../../domain/people/signatures/signatures.ts';
import { errorSummary, inputField } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { passwordFault } from '../../request/confirm-password.ts';
import { allowPasskeyScript, passkeyForm } from './passkey-form.ts';
import { offerPasskey, passkeyFault } from './passkey-proof.ts';
import { showStaffPage } from './staff-page.ts';
import type { StaffRequest } from './staff-request.ts';

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** What this browser was shown to sign, until the instant (ms). It stands for one signature. */
    signing?: { digest: string; until: number };
  }
}

/** What is about to be signed, as it is shown before the signature. */
export interface ToSign {
  title: string;
  /** What is signed, in full. */
  shown: Html;
  /** What the signature means, in the first person. It is stored with it. */
  meaning: string;
  /** Where one goes back to without signing. */
  back: string;
}

/** How long a page to sign may stay open. */
const SIGNING_TIMEOUT_MS = 10 * 60_000;

/** A field that was sent twice is none of a form's. */
const fieldsSchema = z.record(z.string(), z.string()).catch({});
const STALE = 'Read what you sign, then sign it here.';

/**
 * Takes a form only with a signature. First it shows what is signed and what that means; then it asks for the password or a
 * passkey, each time, however recent the last one is. Each signature has to be shown before, so that none is given in
 * a loop. `prepare` checks the form, and answers null where it has shown another page.
 */
export const withSignature =
  <T>(
    prepare: (request: StaffRequest) => Promise<{ toSign: ToSign; data: T } | null>,
    take: (request: StaffRequest, data: T, signing: Signing) => Promise<void>,
  ): ((request: StaffRequest) => Promise<void>) =>
  async (request) => {
    const prepared = await prepare(request);
    if (!prepared) return;
    const { toSign, data } = prepared;
    const { ctx, session, staff } = request;
    const { currentPassword, credential, csrfToken, ...fields } = fieldsSchema.parse(ctx.request.body ?? {});
    const isGiven = currentPassword !== undefined || credential !== undefined;
    if (!isGiven) return askForSignature(request, toSign, fields);
    const { signing } = session;
    delete session.signing;
    if (signing?.digest !== digestOf(request, toSign, fields) || signing.until <= request.op.now.getTime())
      return askForSignature(request, toSign, fields, STALE);
    const proof: SignatureProof = credential === undefined ? 'password' : 'passkey';
    const fault =
      proof === 'password'
        ? await passwordFault({ ...request, participant: staff }, currentPassword ?? '')
        : await passkeyFault(request, 'signature');
    if (fault) return askForSignature(request, toSign, fields, fault);
    await take(request, data, { staff: staff.id, name: staff.name, proof, meaning: toSign.meaning });
  };

/** What was shown: the same words for the same form, of this page. */
const digestOf = (
  { ctx }: StaffRequest,
  { shown, meaning }: ToSign,
  fields: Record<string, string>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([ctx.path, shown.markup, meaning, Object.entries(fields).sort()]))
    .digest('hex');

async function askForSignature(
  request: StaffRequest,
  toSign: ToSign,
  fields: Record<string, string>,
  fault = '',
): Promise<void> {
  const { ctx, session, staff, op } = request;
  const { title, shown, meaning, back } = toSign;
  session.signing = {
    digest: digestOf(request, toSign, fields),
    until: op.now.getTime() + SIGNING_TIMEOUT_MS,
  };
  const options = await offerPasskey(request, 'signature');
  const rejected = fault ? { values: {}, errors: { currentPassword: fault } } : undefined;
  const hidden = html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
  await showStaffPage(request, {
    title: fault ? `Error: ${title}` : title,
    status: fault ? 422 : 200,
    main: html`<div class="pages-narrow"><h1>${title}</h1>
<section class="card pages-stack" aria-labelledby="signed"><h2 id="signed">What you sign</h2>
${shown}</section>
<section class="card pages-stack" aria-labelledby="signature"><h2 id="signature">Your signature</h2>
<p><strong>${meaning}</strong></p>
<p class="soft">Signed by ${staff.name}. Your name, the time, these words and a fingerprint of what you sign are stored. A later change makes the signature void.</p>
<form class="pages-form" method="post" action="${ctx.path}">
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${hidden}
${inputField({ name: 'currentPassword', label: 'Your password', type: 'password', autocomplete: 'current-password', longest: 256, rejected })}
<button class="button">Sign</button>
</form>
${options && passkeyForm(ctx, { action: ctx.path, kind: 'use', options, button: 'Sign with a passkey', fields: hidden })}
</section>
<p><a class="pages-link" href="${back}">Go back, sign nothing</a></p></div>`,
  });
  if (options) allowPasskeyScript(ctx);
}
