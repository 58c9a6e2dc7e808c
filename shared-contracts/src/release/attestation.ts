import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** What a publisher states: this release was opened in a browser, beside what was live at this revision, without a fault. */
export interface Attested {
  name: string;
  version: string;
  /** Of the release's entry, which pins its other files. */
  integrity: string;
  /** Of the registry. */
  revision: number;
}

const statement = ({ name, version, integrity, revision }: Attested): Buffer =>
  Buffer.from(`stepwise browser check\n${name}\n${version}\n${integrity}\n${revision}`);

/** A publisher's Ed25519 keys in base64url: PKCS #8 and SPKI. */
export function makeAttestationKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  };
}

/** The signature, in base64url. Throws where the key is none. */
export const attest = (attested: Attested, privateKey: string): string => {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' });
  return sign(null, statement(attested), key).toString('base64url');
};

/** Whether the holder of the key has signed it. */
export function isAttested(attested: Attested, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
    return verify(null, statement(attested), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
