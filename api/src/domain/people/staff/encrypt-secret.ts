import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (serverSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, '', 'second-factor', 32));

/** Encrypts a second factor's secret for one member of staff (AES-256-GCM), so that the database by itself opens nothing. */
export function encryptSecret(secret: string, staffId: string, serverSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret), nonce);
  cipher.setAAD(Buffer.from(staffId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The secret again; null where it was encrypted for another member of staff or by none of these secrets of the server. */
export function decryptSecret(
  sealed: string,
  staffId: string,
  serverSecrets: readonly string[],
): string | null {
  for (const serverSecret of serverSecrets) {
    const secret = tryToDecrypt(sealed, staffId, serverSecret);
    if (secret !== null) return secret;
  }
  return null;
}

function tryToDecrypt(sealed: string, staffId: string, serverSecret: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(staffId));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const secret = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(secret), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
