import { createHmac, randomBytes } from 'node:crypto';
import { isSameToken } from '../../../platform/sessions/csrf.ts';

/**
 * What a device that stays logged in shows: a random key, which generation of the token it is, and a signature. A
 * generation follows from the one before only on this server, so that the same one can be given twice though neither is
 * stored.
 */
export interface DeviceToken {
  key: string;
  generation: number;
}

export const newDeviceToken = (): DeviceToken => ({
  key: randomBytes(32).toString('base64url'),
  generation: 0,
});

const sign = (secret: string, { key, generation }: DeviceToken): string =>
  createHmac('sha256', secret).update(`device ${key} ${generation}`).digest('base64url');

export const writeDeviceToken = (secret: string, token: DeviceToken): string =>
  `${token.key}.${token.generation}.${sign(secret, token)}`;

/** Null for what none of the server's secrets has signed. */
export function readDeviceToken(secrets: readonly string[], text: string): DeviceToken | null {
  const [key = '', generation, signature = ''] = text.split('.');
  const token = { key, generation: Number(generation) };
  return secrets.some((secret) => isSameToken(signature, sign(secret, token))) ? token : null;
}
