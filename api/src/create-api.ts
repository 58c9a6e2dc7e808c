import Router from '@koa/router';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Content } from './content/load-content.ts';
import { bodyParser } from './http/body-parser.ts';
import { compressText } from './http/compress-text.ts';
import { checkCsrf } from './http/csrf.ts';
import { describeError } from './http/describe-error.ts';
import { documentMiddleware } from './http/document/document-middleware.ts';
import { registryReader } from './http/document/registry-reader.ts';
import { serveReleases } from './http/document/serve-releases.ts';
import { health } from './http/health.ts';
import { openApiDocument } from './http/openapi.ts';
import { explainFailure } from './http/pages/explain-failure.ts';
import { pagesStylesheet } from './http/pages/pages-stylesheet.ts';
import { pageRenderer } from './http/pages/render-page.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { requestLog } from './http/request-log.ts';
import type { Route, Services } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serialiseErrors } from './http/serialise-errors.ts';
import { sessionOf, sessions } from './http/session/session.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsPage } from './metrics/metrics-page.ts';
import { accountPages } from './modules/account/account-pages.ts';
import { leadBackAfterActing } from './modules/acting/after-acting.ts';
import { adminPages } from './modules/admin/admin-pages.ts';
import { allRoutes } from './modules/all-routes.ts';
import { presentSite } from './modules/content/present-content.ts';
import { documents } from './modules/documents/documents.routes.ts';
import type { JobQueue } from './modules/jobs/job-queue.ts';
import { overridesOf } from './modules/overrides/feature-overrides.ts';
import { releaseRoutes } from './modules/releases/releases.routes.ts';

export interface ApiDependencies {
  config: Config;
  content: Content;
  orm: MikroORM;
  log: Logger;
  now: () => Date;
  rateLimits: RateLimits;
  /** Signs the session's cookie and the links that name an address. */
  sessionSecret: string;
  allocationSeed: string;
  jobs: JobQueue;
  metrics: Metrics;
  /** Is aborted when the server was told to stop. */
  stopping: AbortSignal;
}

/** The whole server as a Koa application. Opens and listens to nothing by itself. */
export function createApi(dependencies: ApiDependencies): Koa {
  const { config, content, orm, log, now, rateLimits, sessionSecret, allocationSeed, jobs } = dependencies;
  const { metrics, stopping } = dependencies;
  const readRegistry = registryReader(config.releasesDir, log, (isReadable) =>
    metrics.registryReadable.set(Number(isReadable)),
  );
  const services: Services = {
    config,
    content,
    now,
    rateLimits,
    allocationSeed,
    jobs,
    readRegistry,
    linkSecret: sessionSecret,
  };
  const app = new Koa({ proxy: config.trustedProxies > 0, maxIpsCount: config.trustedProxies });
  app.keys = [sessionSecret];
  app.on('error', (error, ctx) => {
    log.error(describeError(error), 'answer failed');
    // Half an answer must not look as if the rest were on its way.
    if (ctx?.headerSent) ctx.res.destroy();
  });

  const api = new Router();
  for (const route of Object.values(allRoutes) as unknown as Route<Call>[]) register(api, route, services);
  documents(api, services);
  const openApi = openApiDocument(content.product.name);

  const open = new Router();
  health(open, orm, stopping);
  metricsPage(open, { metrics, em: () => orm.em.fork(), readRegistry, content, now });
  open.get('/api/openapi.json', (ctx) => {
    ctx.body = openApi;
  });
  // Before the sessions, so that a page that tells of their absence has it as well.
  open.get(pagesStylesheet.path, (ctx) => {
    ctx.set('cache-control', 'public, max-age=31536000, immutable');
    ctx.type = 'css';
    ctx.body = pagesStylesheet.css;
  });

  app.use(requestLog(log));
  app.use(measureRequests(metrics));
  app.use(serialiseErrors);
  app.use(securityHeaders(config));
  app.use(compressText);
  app.use(open.routes());
  app.use(under(['/features/', '/shell/'], serveReleases(config.releasesDir)));
  app.use(releaseRoutes({ config, rateLimits, now }).routes());
  const renderer = pageRenderer(readRegistry);
  app.use(explainFailure(renderer, () => presentSite(content)));
  app.use(forkEntityManager(orm));
  app.use(sessions(app, { config, em: () => orm.em.fork(), now }));
  app.use(adminPages(services, renderer));
  app.use(accountPages(services, renderer));
  app.use(checkCsrf);
  app.use(bodyParser('json', '64kb'));
  app.use(api.routes());
  app.use(leadBackAfterActing);
  app.use(
    documentMiddleware({
      readRegistry,
      loggedIn: (ctx) => sessionOf(ctx).participantId !== undefined,
      person: (ctx) => sessionOf(ctx).participantId ?? (ctx.state.sessionKey as string),
      failedShell: (ctx) => sessionOf(ctx).failedShell,
      siteContent: () => presentSite(content),
      overrides: (ctx) => overridesOf(ctx, config),
    }),
  );
  return app;
}

const under =
  (prefixes: string[], middleware: Middleware): Middleware =>
  (ctx, next) =>
    prefixes.some((prefix) => ctx.path.startsWith(prefix)) ? middleware(ctx, next) : next();

const forkEntityManager =
  (orm: MikroORM): Middleware =>
  (ctx, next) => {
    ctx.state.em = orm.em.fork();
    return next();
  };

function register(router: Router, route: Route<Call>, services: Services): void {
  const { method, path } = route.call;
  router.register(path, [method], async (ctx) => {
    ctx.set('cache-control', 'no-store');
    const { status, body, location } = await route.answer(ctx, services);
    if (location) ctx.set('location', location);
    ctx.status = status;
    ctx.body = body ?? null;
    // Setting an empty body makes Koa answer 204.
    ctx.status = status;
  });
}
