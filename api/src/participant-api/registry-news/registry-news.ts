import type Router from '@koa/router';
import type { Registry } from '@stepwise/shared-contracts/federation/registry';
import { REGISTRY_NEWS, REVISION_HEADER } from '@stepwise/shared-contracts/federation/registry-news';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { EntityManager } from '../../platform/database/orm.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { describeError } from '../../platform/errors/describe-error.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { countUse, type Noted } from '../../release-api/count-use.ts';
import { isListed } from '../../release-api/is-listed.ts';
import { noteOpenPage, parseShows } from '../../release-api/open-pages.ts';
import type { ReadRegistry } from '../../release-api/registry-reader.ts';
import { readNews } from './read-news.ts';

/** Puts the registry's revision, once it is known, on every answer of the API. */
export const announceRevision =
  (revision: () => number | undefined): Middleware =>
  (ctx, next) => {
    const known = revision();
    if (known !== undefined && ctx.path.startsWith('/api/')) ctx.set(REVISION_HEADER, String(known));
    return next();
  };

interface NewsDependencies {
  readRegistry: ReadRegistry;
  em: () => EntityManager;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
  rateLimits: Pick<RateLimits, 'openPage'>;
  /** The name of the cookie that every browser has which opened a page here. */
  cookie: string;
}

/**
 * Answers an open page with what has changed since its revision, and notes which releases it shows, for a recall to count,
 * and which were newly exposed in it, where the browser has a cookie that was signed here: others change no count and cost no
 * statement. Outside of sessions: asking neither needs nor prolongs one. While the database is away the answer is from the
 * registry read last.
 */
export function registryNews(
  router: Router,
  { readRegistry, em, log, now, rateLimits, cookie }: NewsDependencies,
): void {
  router.get(REGISTRY_NEWS, async (ctx) => {
    const { page, shows: text, revision } = ctx.query;
    if (typeof page !== 'string' || !/^[0-9a-f]{32}$/.test(page) || typeof text !== 'string')
      throw new AppError('bad-request', 'Some values have the wrong shape.');
    const registry = await readRegistry();
    const shows = parseShows(textIn(text));
    if (ctx.cookies.get(cookie, { signed: true })) {
      try {
        await rateLimits.openPage(ctx.ip);
        await noteOpenPage(em(), { page, shows }, now());
        await countUse(em(), exposuresIn(ctx, registry), now());
      } catch (error) {
        if (error instanceof AppError) throw error;
        log.warn(describeError(error), 'an open page was not noted');
      }
    }
    ctx.set('cache-control', 'no-store');
    if (revision === String(registry.revision)) ctx.status = 204;
    else ctx.body = readNews(registry, shows);
  });
}

/** The releases that people get of those that the page says were exposed. */
function exposuresIn({ query }: Context, registry: Registry): Noted[] {
  const paint = textIn(query.paint);
  return [...parseShows(textIn(query.exposed))]
    .filter(([name, version]) => isListed(registry, name, version))
    .map(([name, version]) => ({
      package: name,
      version,
      exposures: 1,
      ...(/^\d{1,6}$/.test(paint) && { firstPaintMs: Number(paint) }),
    }));
}

const textIn = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value.slice(0, 2000) : '';
