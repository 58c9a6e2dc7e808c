import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Config } from '../platform/config/config.ts';
import { cookieName } from '../platform/sessions/cookies.ts';
import { isSameToken } from '../platform/sessions/csrf.ts';
import { acceptedSecrets, type Services } from './services.ts';

const KNOWN = 'stepwise.known';
const REMEMBERED_MS = 365 * 86_400_000;
/** Accounts that one browser is remembered for. */
const MAX_ACCOUNTS = 5;

interface Account {
  id: string;
  passwordHash?: string | null | undefined;
}

/** A mark of the browser and its signature, which a new password of the account revokes. */
type Token = readonly [mark: string, signature: string];

const sign = (secret: string, mark: string, { id, passwordHash }: Account): string =>
  createHmac('sha256', secret).update(`known browser ${mark} ${id} ${passwordHash}`).digest('base64url');

const readTokens = (ctx: Context, config: Config): Token[] =>
  (ctx.cookies.get(cookieName(KNOWN, config)) ?? '')
    .split('.')
    .slice(0, MAX_ACCOUNTS)
    .map((token) => token.split('~'))
    .flatMap(([mark, signature]) => (mark && signature ? [[mark, signature] as const] : []));

/** The mark of a browser in which the account has logged in since it got its password; null elsewhere. */
export function knownBrowser(
  ctx: Context,
  services: Pick<Services, 'linkSecret' | 'earlierSecrets' | 'config'>,
  account: Account | null,
): string | null {
  if (!account) return null;
  const known = readTokens(ctx, services.config).find(([mark, signature]) =>
    acceptedSecrets(services).some((secret) => isSameToken(signature, sign(secret, mark, account))),
  );
  return known?.[0] ?? null;
}

/** Remembers, in a cookie that opens nothing by itself, that the account has logged in here. */
export function rememberBrowser(
  ctx: Context,
  services: Pick<Services, 'linkSecret' | 'earlierSecrets' | 'config'>,
  account: Account,
): void {
  const mark = knownBrowser(ctx, services, account) ?? randomBytes(16).toString('base64url');
  const others = readTokens(ctx, services.config).filter(([other]) => other !== mark);
  const tokens = [[mark, sign(services.linkSecret, mark, account)], ...others].slice(0, MAX_ACCOUNTS);
  ctx.cookies.set(cookieName(KNOWN, services.config), tokens.map((token) => token.join('~')).join('.'), {
    signed: false,
    sameSite: 'lax',
    secure: services.config.secureCookies,
    maxAge: REMEMBERED_MS,
  });
}
