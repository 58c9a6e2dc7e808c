import Keygrip from 'keygrip';
import type { Config } from '../config/config.ts';

/**
 * The name of a cookie. Behind TLS its prefix makes the browser accept it by https alone, from this very host and for all
 * of its paths, so that neither a sibling host nor plain http can plant one.
 */
export const cookieName = (name: string, { secureCookies }: Pick<Config, 'secureCookies'>): string =>
  secureCookies ? `__Host-${name}` : name;

/** Signs cookies by HMAC-SHA-256. While `acceptsSha1`, one that an earlier release signed by SHA-1 is valid, and signed anew. */
export function cookieKeys(secret: string, acceptsSha1: () => boolean): Keygrip {
  const sha256 = new Keygrip([secret], 'sha256');
  const sha1 = new Keygrip([secret], 'sha1');
  const index = (data: string, signature: string): number => {
    if (sha256.verify(data, signature)) return 0;
    return acceptsSha1() && sha1.verify(data, signature) ? 1 : -1;
  };
  return {
    sign: (data) => sha256.sign(data),
    verify: (data, signature) => index(data, signature) >= 0,
    index,
  };
}
