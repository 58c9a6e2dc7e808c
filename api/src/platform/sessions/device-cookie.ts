import type { Context } from 'koa';
import type { Config } from '../config/config.ts';
import { cookieName } from './cookies.ts';

type Cookies = Pick<Config, 'secureCookies'>;

const nameOf = (config: Cookies): string => cookieName('stepwise.device', config);

/** The token of a device that stays logged in; empty where the browser has none. */
export const deviceCookieOf = (ctx: Context, config: Cookies): string =>
  ctx.cookies.get(nameOf(config), { signed: false }) ?? '';

/** Gives the browser a token for `maxAge` ms, or removes it. */
export function setDeviceCookie(ctx: Context, config: Cookies, token: string | null, maxAge = 0): void {
  ctx.cookies.set(nameOf(config), token, {
    httpOnly: true,
    signed: false,
    overwrite: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge,
  });
}
