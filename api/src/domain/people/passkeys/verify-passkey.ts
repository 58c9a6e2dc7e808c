import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewCredential, UsedCredential } from '@stepwise/shared-contracts/entities/passkey';
import type { Passkey } from './passkey.entity.ts';

/** The site that passkeys belong to: WebAuthn's relying party. */
export interface RelyingParty {
  /** A host name, without a port. */
  id: string;
  origin: string;
  name: string;
}

const decode = (encoded: string) => new Uint8Array(Buffer.from(encoded, 'base64url'));

/** What a browser needs to make a passkey that asks its person for a fingerprint, face, PIN or screen lock. */
export const creationOptions = (
  { id, name }: RelyingParty,
  owner: { id: string; email: string; name: string },
  known: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** What a browser needs to use one of `known`, or any passkey that it has for this site. */
export const requestOptions = (
  { id }: RelyingParty,
  known: readonly Passkey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  });

export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>;

/** The passkey that a browser made for this challenge, or null where anything of its answer is wrong. */
export async function verifyNewPasskey(
  { id, origin }: RelyingParty,
  expectedChallenge: string,
  { response, ...credentialOf }: NewCredential,
): Promise<NewPasskey | null> {
  const { transports = [], ...made } = response;
  const verified = await verifyRegistrationResponse({
    response: { ...credentialOf, response: made },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The library throws for whatever it cannot read or does not accept.
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential } = verified.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
  };
}

/** The passkey's new counter where it signed this challenge for this site, else null. */
export async function verifyPasskeyUse(
  { id, origin }: RelyingParty,
  expectedChallenge: string,
  passkey: Passkey,
  response: UsedCredential,
): Promise<number | null> {
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: passkey.id, publicKey: decode(passkey.publicKey), counter: passkey.counter },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
