import { Secret, TOTP } from 'otpauth';

const STEP_S = 30;
/** Codes of the step before and the one after are taken too, since clocks differ. */
const WINDOW = 1;

interface Key {
  /** Base32, 160 bits. */
  secret: string;
  /** What the app shows beside the code: the product, and whose account it is. */
  issuer: string;
  label: string;
}

export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from a QR code. */
export const keyUri = (key: Key): string => totp(key).toString();

/** A secret as a person types it, in groups of four. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** The time step (RFC 6238: 30 s, six digits) of a code that is right at `now`; null where it is wrong. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totp({ secret }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_S) + delta;
}

const totp = ({ secret, ...names }: Pick<Key, 'secret'> & Partial<Key>): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_S });
