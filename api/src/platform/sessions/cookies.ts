import type { Config } from '../config/config.ts';

/**
 * The name of a cookie. Behind TLS its prefix makes the browser accept it by https only, from this very host and for all
 * of its paths, so that neither a sibling host nor plain http can plant one.
 */
export const cookieName = (name: string, { secureCookies }: Pick<Config, 'secureCookies'>): string =>
  secureCookies ? `__Host-${name}` : name;
