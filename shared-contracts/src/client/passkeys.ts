import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import type { NewCredential, UsedCredential } from '../entities/passkey.ts';

type Json = Record<string, unknown>;

/** False in an old browser, and on a page that came by plain HTTP from another computer. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Loaded when a passkey is used. */
const load = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser');

/** Asks the person to make a passkey. Rejects where they do not, or it cannot be made. */
export async function makePasskey(options: Json): Promise<NewCredential> {
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} };
}

/** Asks the person to use a passkey. Rejects where they do not, or have none. */
export async function askForPasskey(options: Json): Promise<UsedCredential> {
  const { startAuthentication } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} };
}
