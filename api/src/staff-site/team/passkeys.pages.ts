import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { newCredentialSchema } from '@stepwise/shared-contracts/entities/passkey';
import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import type { Passkey } from '../../domain/people/passkeys/passkey.entity.ts';
import {
  addPasskey,
  findPasskeys,
  removePasskey,
  renamePasskey,
} from '../../domain/people/passkeys/passkeys.command.ts';
import { creationOptions, verifyNewPasskey } from '../../domain/people/passkeys/verify-passkey.ts';
import { lockStaff } from '../../domain/people/team/second-factor.command.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorSummary, type FormErrors, inputField, readForm } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { isPassword } from '../../platform/passwords/password.ts';
import { deviceName } from '../../request/device-name.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { keepChallenge, relyingParty, takeChallenge } from '../../request/passkey-challenge.ts';
import { ACCOUNT, PASSKEYS } from '../page/navigation.ts';
import { allowPasskeyScript, passkeyForm, readCredential } from '../page/passkey-form.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withProof } from '../page/with-proof.ts';

const ADD = `${PASSKEYS}/add`;
const RENAME = `${PASSKEYS}/rename`;
const REMOVE = `${PASSKEYS}/remove`;

const proofSchema = z.object({ passkeyPassword: z.string().min(1, 'Enter your password.') });
const passkeyIdSchema = z.string().max(1_400);
const nameSchema = z.string().trim().min(1, 'Enter a name.').max(100, 'This is too long.');
const renameSchema = z.object({ id: passkeyIdSchema, passkeyName: nameSchema });
const removeSchema = z.object({ id: passkeyIdSchema });

/** A member of staff's passkeys, which stand beside their second factor: used at log-in in place of password and code. */
export function passkeyPages(admin: StaffRouter): void {
  for (const [path, take] of [
    [PASSKEYS, begin],
    [ADD, add],
    [RENAME, rename],
    [REMOVE, withProof(remove)],
  ] as const) {
    // The address of a rejected form, when it is loaded again.
    admin.get(path, 'own-account', async ({ ctx }) => seeOther(ctx, ACCOUNT));
    admin.post(path, 'own-account', take);
  }
}

/** Checks the password before the browser is asked, so that no passkey is made in vain. */
async function begin(request: StaffRequest): Promise<void> {
  const { ctx, services, staff } = request;
  if (!staff.secondFactorSince) return seeOther(ctx, ACCOUNT);
  const { data, rejected } = readForm(ctx, proofSchema);
  if (rejected) return showProof(request, rejected);
  const noteFailure = () => noteFailedAccess(ctx, services, 'staff.password-check-failed', staff.id);
  await services.rateLimits.proof(staff.id).catch((error) => {
    noteFailure();
    throw error;
  });
  if (!(await isPassword(staff.passwordHash, data.passkeyPassword))) {
    noteFailure();
    return showProof(request, { values: {}, errors: { passkeyPassword: 'This is not your password.' } });
  }
  await services.rateLimits.proved(staff.id);
  await showMaking(request);
}

async function add(request: StaffRequest): Promise<void> {
  const { ctx, op, services, staff } = request;
  const challenge = await takeChallenge(ctx, services, 'add');
  const credential = readCredential(ctx, newCredentialSchema);
  const made =
    challenge && credential && (await verifyNewPasskey(relyingParty(ctx, services), challenge, credential));
  if (!made) throw new AppError('unprocessable', 'This passkey could not be added. Please try again.');
  const name = deviceName(ctx.get('user-agent'));
  await inTransaction(op, async (op) => {
    const locked = await lockStaff(op.db, staff.id);
    // Passkeys go with the second factor.
    if (!locked?.secondFactorSince)
      throw new AppError('unprocessable', 'Set up a second factor first. Then add the passkey.');
    await addPasskey(op, { staff: staff.id }, { ...made, name });
  });
  seeOther(ctx, `${ACCOUNT}?done=passkey-added`);
}

async function rename({ ctx, op, staff }: StaffRequest): Promise<void> {
  const { data, rejected } = readForm(ctx, renameSchema);
  if (rejected) throw new AppError('unprocessable', 'A passkey needs a name of at most 100 characters.');
  const { id, passkeyName: name } = data;
  await inTransaction(op, async (op) => {
    await lockStaff(op.db, staff.id);
    await renamePasskey(op, { staff: staff.id }, { id, name });
  });
  seeOther(ctx, `${ACCOUNT}?done=passkey-renamed`);
}

async function remove({ ctx, op, staff }: StaffRequest): Promise<void> {
  const { data, rejected } = readForm(ctx, removeSchema);
  if (rejected) throw new AppError('unprocessable', 'This form names no passkey.');
  await inTransaction(op, async (op) => {
    await lockStaff(op.db, staff.id);
    await removePasskey(op, { staff: staff.id }, data.id);
  });
  seeOther(ctx, `${ACCOUNT}?done=passkey-removed`);
}

async function showMaking(request: StaffRequest): Promise<void> {
  const { ctx, op, services, staff } = request;
  const site = relyingParty(ctx, services);
  const options = await creationOptions(site, staff, await findPasskeys(op, { staff: staff.id }));
  keepChallenge(ctx, services, 'add', options.challenge);
  await showStaffPage(request, {
    title: 'Add a passkey',
    main: html`<div class="pages-narrow"><h1>Add a passkey</h1>
<p>Your browser asks for your fingerprint, your face or the lock of your screen. The passkey stays on your device or in your password manager.</p>
${passkeyForm(ctx, { action: ADD, kind: 'make', options, button: 'Make the passkey' })}
<p><a href="${ACCOUNT}">Back to your account</a></p></div>`,
  });
  allowPasskeyScript(ctx);
}

const showProof = (request: StaffRequest, rejected: FormErrors): Promise<void> =>
  showStaffPage(request, {
    title: 'Error: Add a passkey',
    status: 422,
    main: html`<div class="pages-narrow"><h1>Add a passkey</h1>
${proofForm(request, rejected)}</div>`,
  });

const proofForm = (
  { session }: StaffRequest,
  rejected?: FormErrors,
): Html => html`<form class="pages-form" method="post" action="${PASSKEYS}">
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${inputField({ name: 'passkeyPassword', label: 'Your password', type: 'password', autocomplete: 'current-password', longest: 256, rejected })}
<button class="button" data-variant="quiet">Add a passkey</button>
</form>`;

/** On the account's page, once there is a second factor. */
export async function passkeysCard(request: StaffRequest): Promise<Html | null> {
  const { op, staff } = request;
  if (!staff.secondFactorSince) return null;
  const passkeys = await findPasskeys(op, { staff: staff.id });
  return html`<section class="card pages-stack" aria-labelledby="passkeys">
<h2 id="passkeys">Passkeys</h2>
<p>Log in with your fingerprint, your face or the lock of your screen, in place of password and code. Without any passkey, you log in with password and code as before.</p>
${passkeys.length > 0 && html`<ul class="pages-stack">${passkeys.map((passkey, index) => passkeyItem(request, passkey, index))}</ul>`}
${proofForm(request)}
</section>`;
}

function passkeyItem({ op, session }: StaffRequest, { id, name, createdAt }: Passkey, index: number): Html {
  const added = formatDate(localDate(createdAt, op.content.product.timeZone));
  const field = `passkey-${index}`;
  return html`<li><strong>${name}</strong>, added ${added}
<form class="pages-form" method="post" action="${RENAME}">
${tokenField(session.csrfToken)}
<input type="hidden" name="id" value="${id}">
<div class="field">
<label class="field-label" for="${field}">Name<span class="visually-hidden"> of ${name}</span></label>
<div class="field-box"><input class="field-input" id="${field}" name="passkeyName" value="${name}" required maxlength="100"></div>
</div>
<button class="button" data-variant="link">Save the name<span class="visually-hidden"> of ${name}</span></button>
</form>
<form method="post" action="${REMOVE}">
${tokenField(session.csrfToken)}
<input type="hidden" name="id" value="${id}">
<button class="button" data-variant="link">Remove ${name}</button>
</form></li>`;
}
