import Keygrip from 'keygrip';
import type { Config } from '../config/config.ts';

/**
 * The name of a cookie. Behind TLS its prefix makes the browser accept it by https only, from this very host and for all
 * of its paths, so that neither a sibling host nor plain http can plant one.
 */
export const cookieName = (name: string, { secureCookies }: Pick<Config, 'secureCookies'>): string =>
  secureCookies ? `__Host-${name}` : name;

/**
 * Signs cookies by HMAC-SHA-256 and the first secret. One that an earlier secret signed, or while `acceptsSha1` an earlier
 * release by SHA-1, is valid, and signed again.
 */
export function cookieKeys(secrets: readonly string[], acceptsSha1: () => boolean): Keygrip {
  const sha256 = new Keygrip([...secrets], 'sha256');
  const sha1 = new Keygrip([...secrets], 'sha1');
  const index = (data: string, signature: string): number => {
    const found = sha256.index(data, signature);
    if (found >= 0) return found;
    return acceptsSha1() && sha1.verify(data, signature) ? 1 : -1;
  };
  return {
    sign: (data) => sha256.sign(data),
    verify: (data, signature) => index(data, signature) >= 0,
    index,
  };
}
