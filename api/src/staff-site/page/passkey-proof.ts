import { usedCredentialSchema } from '@stepwise/shared-contracts/entities/passkey';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { acceptPasskey, findPasskeys } from '../../domain/people/passkeys/passkeys.command.ts';
import { requestOptions } from '../../domain/people/passkeys/verify-passkey.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { keepChallenge, relyingParty, takeChallenge } from '../../request/passkey-challenge.ts';
import { readCredential } from './passkey-form.ts';
import type { StaffRequest } from './staff-request.ts';

type Purpose = 'proof' | 'signature';

const PASSKEY_FAULT = 'This passkey was not accepted. Please try again, or use your password.';

/** What a browser needs to use a passkey in place of the password; null where the member has none. */
export async function offerPasskey(
  { ctx, op, services, staff }: StaffRequest,
  purpose: Purpose,
): Promise<null | object> {
  const passkeys = await findPasskeys(op, { staff: staff.id });
  if (passkeys.length === 0) return null;
  const options = await requestOptions(relyingParty(ctx, services), passkeys);
  keepChallenge(ctx, services, purpose, options.challenge);
  return options;
}

/** What is wrong with the passkey that was used, in words; null where it is one of who uses this session. */
export async function passkeyFault(request: StaffRequest, purpose: Purpose): Promise<string | null> {
  const { ctx, services, staff, op } = request;
  await services.rateLimits.passkey(ctx.ip);
  const answer = readCredential(ctx, usedCredentialSchema);
  const challenge = await takeChallenge(ctx, services, purpose);
  const passkey = answer && (await findPasskeys(op, { staff: staff.id })).find(({ id }) => id === answer.id);
  const isAccepted =
    answer &&
    passkey &&
    challenge &&
    (await inTransaction(op, (op) =>
      acceptPasskey(op, passkey, { site: relyingParty(ctx, services), challenge, answer }),
    ));
  if (isAccepted) return null;
  noteFailedAccess(ctx, services, 'staff.password-check-failed', staff.id);
  return PASSKEY_FAULT;
}
