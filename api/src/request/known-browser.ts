import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { isSameToken } from '../platform/sessions/csrf.ts';
import type { Services } from './services.ts';

const COOKIE = 'stepwise.known';
const REMEMBERED_MS = 365 * 86_400_000;
/** Accounts that one browser is remembered for. */
const MOST_ACCOUNTS = 5;

interface Account {
  id: string;
  passwordHash?: string | null | undefined;
}

/** A mark of the browser and its signature, which a new password of the account revokes. */
type Token = readonly [mark: string, signature: string];

const sign = (secret: string, mark: string, { id, passwordHash }: Account): string =>
  createHmac('sha256', secret).update(`known browser ${mark} ${id} ${passwordHash}`).digest('base64url');

const readTokens = (ctx: Context): Token[] =>
  (ctx.cookies.get(COOKIE) ?? '')
    .split('.')
    .slice(0, MOST_ACCOUNTS)
    .map((token) => token.split('~'))
    .flatMap(([mark, signature]) => (mark && signature ? [[mark, signature] as const] : []));

/** The mark of a browser in which the account has logged in since it got its password; null elsewhere. */
export function knownBrowser(
  ctx: Context,
  { linkSecret }: Pick<Services, 'linkSecret'>,
  account: Account | null,
): string | null {
  if (!account) return null;
  const known = readTokens(ctx).find(([mark, signature]) =>
    isSameToken(signature, sign(linkSecret, mark, account)),
  );
  return known?.[0] ?? null;
}

/** Remembers, in a cookie that opens nothing by itself, that the account has logged in here. */
export function rememberBrowser(
  ctx: Context,
  services: Pick<Services, 'linkSecret' | 'config'>,
  account: Account,
): void {
  const mark = knownBrowser(ctx, services, account) ?? randomBytes(16).toString('base64url');
  const others = readTokens(ctx).filter(([other]) => other !== mark);
  const tokens = [[mark, sign(services.linkSecret, mark, account)], ...others].slice(0, MOST_ACCOUNTS);
  ctx.cookies.set(COOKIE, tokens.map((token) => token.join('~')).join('.'), {
    signed: false,
    sameSite: 'lax',
    secure: services.config.secureCookies,
    maxAge: REMEMBERED_MS,
  });
}
