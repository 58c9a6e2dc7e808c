import { gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import Koa, { type Context, type Middleware } from 'koa';
import compose from 'koa-compose';
import type { Logger } from 'pino';
import type { Content } from './domain/core/content/load-content.ts';
import { presentSite } from './domain/core/content/present-content.ts';
import { systemOperation } from './domain/core/operation/operation.ts';
import { endActing } from './domain/people/sessions/end-acting.command.ts';
import { modules } from './modules.ts';
import { accountPages } from './participant-api/account-pages.ts';
import { allRoutes } from './participant-api/all-routes.ts';
import { apiDocsPage } from './participant-api/api-docs/api-docs.page.ts';
import { openApiDocument } from './participant-api/api-docs/openapi.ts';
import { documents } from './participant-api/consent/documents.routes.ts';
import { auditPreviewLink } from './participant-api/document/audit-preview-link.ts';
import { documentAnswers } from './participant-api/document/document-answers.ts';
import { documentMiddleware } from './participant-api/document/document-middleware.ts';
import { endPagesAtLogOut, rendererNames } from './participant-api/document/end-pages-at-log-out.ts';
import { overridesOf } from './participant-api/document/feature-overrides.ts';
import { personOf } from './participant-api/document/person-of.ts';
import { findPreviewBar, previewRegistry } from './participant-api/document/preview.ts';
import { markupRenderer } from './participant-api/document/render-markup.ts';
import type { RendererClient } from './participant-api/document/renderer-client.ts';
import { robotsAndSecurityRoutes } from './participant-api/document/robots-and-security.ts';
import { serviceWorker } from './participant-api/document/service-worker.ts';
import { installRoutes } from './participant-api/document/web-app-manifest.ts';
import { metricsPage } from './participant-api/metrics.page.ts';
import { myData } from './participant-api/participant/my-data.routes.ts';
import { announceRevision, registryNews } from './participant-api/registry-news/registry-news.ts';
import { redirectAfterActing } from './participant-api/route/acting-guard.ts';
import type { Route } from './participant-api/route/route.ts';
import type { Config } from './platform/config/config.ts';
import type { EntityManager } from './platform/database/orm.ts';
import { asHolder } from './platform/database/share-connections.ts';
import { describeError } from './platform/errors/describe-error.ts';
import { pagesStylesheet } from './platform/html/pages-stylesheet.ts';
import { bodyParser } from './platform/http/body-parser.ts';
import { compressText } from './platform/http/compress-text.ts';
import { sendsGzip } from './platform/http/gzip.ts';
import { health } from './platform/http/health.ts';
import { asksForPage } from './platform/http/is-page.ts';
import { JsonText } from './platform/http/json-text.ts';
import { answerBy, mountRouter } from './platform/http/mount-router.ts';
import type { RateLimits } from './platform/http/rate-limits.ts';
import { rejectOtherMethods } from './platform/http/reject-other-methods.ts';
import { rejectWhileHanging } from './platform/http/reject-while-hanging.ts';
import { requestLog } from './platform/http/request-log.ts';
// Types what the middlewares put on a request, for whatever package imports the API.
import type {} from './platform/http/request-state.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { serialiseErrors } from './platform/http/serialise-errors.ts';
import { toSubnet } from './platform/http/to-subnet.ts';
import type { JobQueue } from './platform/jobs/job-queue.ts';
import { measureRequests } from './platform/metrics/measure-requests.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { explainFailure } from './platform/pages/explain-failure.ts';
import { pageRenderer } from './platform/pages/render-page.ts';
import { requireHost } from './platform/pages/require-host.ts';
import { requireHttps } from './platform/pages/require-https.ts';
import { checkCsrf } from './platform/sessions/csrf.ts';
import { sessionCookie, sessionOf, sessions } from './platform/sessions/session.ts';
import { countUse } from './release-api/count-use.ts';
import { canShowPages, type ReadRegistry } from './release-api/registry-reader.ts';
import type { FindReleaseFolder } from './release-api/release-cache.ts';
import { type PreviewLinkMade, releaseRoutes } from './release-api/releases.routes.ts';
import { serveReleases } from './release-api/serve-releases.ts';
import { holdConnections } from './request/hold-connections.ts';
import { resumeSession } from './request/remembered-device.ts';
import { requestOperation } from './request/request-operation.ts';
import type { Services } from './request/services.ts';
import { staffSite } from './staff-site/staff-site.ts';

export interface ApiDependencies {
  config: Config;
  content: Content;
  orm: MikroORM;
  log: Logger;
  now: () => Date;
  rateLimits: RateLimits;
  /** Signs the session's cookie and the links that name an address. */
  sessionSecret: string;
  earlierSecrets: readonly string[];
  allocationSeed: string;
  jobs: JobQueue;
  mailing: Services['mailing'];
  metrics: Metrics;
  readRegistry: ReadRegistry;
  /** The registry's newest revision that was read, if any was. */
  registryRevision: () => number | undefined;
  findRelease: FindReleaseFolder;
  /** Renders pages; null where nothing does. */
  renderer: RendererClient | null;
  isDatabaseHanging: () => boolean;
  /** Aborted when the server is asked to stop. */
  stopping: AbortSignal;
}

/** The whole server as a Koa application. Opens and listens to nothing by itself. */
export function createApi(dependencies: ApiDependencies): Koa {
  const { config, content, orm, log, now, rateLimits, sessionSecret, earlierSecrets, allocationSeed, jobs } =
    dependencies;
  const { metrics, mailing, readRegistry, registryRevision, findRelease, isDatabaseHanging, stopping } =
    dependencies;
  const em = () => orm.em.fork();
  const services: Services = {
    config,
    content,
    now,
    rateLimits,
    allocationSeed,
    jobs,
    mailing,
    modules,
    readRegistry,
    linkSecret: sessionSecret,
    earlierSecrets,
    metrics,
  };
  const app = new Koa({ proxy: config.trustedProxies > 0, maxIpsCount: config.trustedProxies });
  app.on('error', (error, ctx) => {
    // The browser ended the connection in the middle of its request.
    if (ctx?.req.socket.destroyed && !ctx.req.complete) return;
    log.error(describeError(error), 'answer failed');
    // Half an answer must not look as if the rest were on its way.
    if (ctx?.headerSent) ctx.res.destroy();
  });

  const api = new Router();
  for (const route of Object.values(allRoutes) as unknown as Route<Call>[]) register(api, route, services);
  documents(api, services);
  const documentInput = {
    readRegistry,
    person: personOf,
    failedShell: (ctx: Context) => sessionOf(ctx).failedShell,
    siteContent: () => presentSite(content),
  };
  serviceWorker(api, { ...documentInput, findRelease });
  myData(api, services);
  const openApi = openApiDocument(content.product.name, sessionCookie(config));

  const open = new Router();
  health(open, { em, canShowPages: () => canShowPages(readRegistry), stopping });
  metricsPage(open, { metrics, em, jobs, readRegistry, content, loopbackOnly: !config.databaseUrl, now });
  // Before whatever may fail or reject, so that a page about it has it as well.
  open.get(pagesStylesheet.path, (ctx) => {
    ctx.set('cache-control', 'public, max-age=31536000, immutable');
    ctx.type = 'css';
    ctx.body = pagesStylesheet.css;
  });

  const withoutSession = new Router();
  const openApiText = JSON.stringify(openApi);
  const openApiZipped = gzipSync(openApiText);
  withoutSession.get('/api/openapi.json', (ctx) => {
    ctx.type = 'json';
    ctx.body = sendsGzip(ctx) ? openApiZipped : openApiText;
  });
  const renderer = pageRenderer(readRegistry, (ctx, registry) => findPreviewBar(ctx, registry, now()));
  if (config.showsApiDocs) {
    const { name } = content.product;
    apiDocsPage(withoutSession, openApi, renderer({ brand: name, home: '/', homeText: `Open ${name}` }));
  }
  installRoutes(withoutSession, content.product.name);
  const { email } = content.product.researchTeam;
  robotsAndSecurityRoutes(withoutSession, { email, publicUrl: config.publicUrl, now });
  registryNews(withoutSession, { readRegistry, em, log, now, rateLimits, cookie: sessionCookie(config) });

  app.use(requestLog(log));
  app.use(measureRequests(metrics));
  app.use(holdAsNetwork);
  app.use(serialiseErrors);
  app.use(securityHeaders(config));
  app.use(announceRevision(registryRevision));
  app.use(compressText);
  app.use(answerBy(open));
  const failurePages = { renderer, siteContent: () => presentSite(content) };
  app.use(requireHost(config, failurePages));
  app.use(answerBy(withoutSession));
  app.use(under(['/features/', '/shell/'], serveReleases(findRelease, readRegistry)));
  const auditLink = (link: PreviewLinkMade) =>
    auditPreviewLink(
      { ...systemOperation({ ...services, db: em(), now: now() }), requestId: link.requestId },
      link,
    );
  const releases = releaseRoutes({ config, em, rateLimits, now, linkSecret: sessionSecret, auditLink });
  app.use(answerBy(releases));
  // Before the session, which what is rejected does not need.
  app.use(mountRouter(api, rejectOtherMethods(api)));
  app.use(explainFailure(failurePages));
  app.use(requireHttps(config, failurePages));
  app.use(rejectWhileHanging(isDatabaseHanging, (ctx) => !isNewVisitorsPage(ctx)));
  app.use(forkEntityManager(orm));
  app.use(doAfterwards);
  const { session, newVisitor } = sessions(app, {
    secrets: [sessionSecret, ...earlierSecrets],
    config,
    em,
    now,
    endLapsedActing: (ctx, keyHash) =>
      endActing(requestOperation(ctx, services), { column: 'key_hash', value: keyHash, ranOut: true }),
    resume: (ctx) => resumeSession(ctx, services),
  });
  const rendererName = rendererNames(sessionSecret);
  const sendDocument = documentMiddleware({
    ...documentInput,
    participant(ctx) {
      const { participantId } = sessionOf(ctx);
      return participantId && rendererName(participantId);
    },
    overrides: (ctx) => overridesOf(ctx, config),
    preview: (ctx, registry) => previewRegistry(ctx, registry, now()),
    answers: (ctx) => documentAnswers(ctx, services),
    renderMarkup: markupRenderer({
      renderer: dependencies.renderer,
      now,
      log,
      onOutcome: (outcome) => metrics.renders.inc({ outcome }),
      onFault: (release) =>
        void countUse(em(), [{ ...release, faults: 1 }], now()).catch((error) =>
          log.warn(describeError(error), 'a fault of a release was not counted'),
        ),
    }),
    mayRender: async (ctx) =>
      dependencies.renderer !== null &&
      rateLimits.mayWork('render', { person: sessionOf(ctx).participantId, ip: ctx.ip }),
  });
  const welcome = compose([newVisitor, sendDocument]);
  app.use((ctx, next) => (isNewVisitorsPage(ctx) ? welcome(ctx, next) : next()));
  app.use(session);
  app.use(holdAsAccount);
  app.use(endPagesAtLogOut(dependencies.renderer, rendererName));
  app.use(staffSite(services, renderer));
  app.use(accountPages(services, renderer));
  app.use(checkCsrf);
  app.use(bodyParser('json', '64kb'));
  app.use(mountRouter(api, api.routes() as Middleware));
  app.use(redirectAfterActing);
  app.use(sendDocument);
  return app;
}

const under =
  (prefixes: string[], middleware: Middleware): Middleware =>
  (ctx, next) =>
    prefixes.some((prefix) => ctx.path.startsWith(prefix)) ? middleware(ctx, next) : next();

/** What is no page of the shell. Routers compare letters of any case. */
const OTHER_PATHS = /^\/(account|admin|api|documents)(\/|$)/i;

/** A page of the shell for a browser that has no cookie of it yet. It needs no database. */
const isNewVisitorsPage = (ctx: Context): boolean =>
  ctx.get('cookie') === '' &&
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  asksForPage(ctx) &&
  !OTHER_PATHS.test(ctx.path);

/** Until it is known whose session it is. A clinic's visitors share an address. */
const holdAsNetwork: Middleware = (ctx, next) => asHolder({ name: toSubnet(ctx.ip), share: 0.5 }, next);

const holdAsAccount: Middleware = (ctx, next) => {
  holdConnections(ctx, ctx.method === 'GET' ? 'reads' : 'saves');
  return next();
};

/** Does what the request left for after its transactions. */
const doAfterwards: Middleware = async (ctx, next) => {
  ctx.state.afterwards = [];
  try {
    await next();
  } finally {
    await Promise.all(ctx.state.afterwards.map((work) => work()));
  }
};

/** Made once it is used: a visitor's page needs none. */
const forkEntityManager =
  (orm: MikroORM): Middleware =>
  (ctx, next) => {
    let fork: EntityManager | undefined;
    Object.defineProperty(ctx.state, 'em', {
      get() {
        fork ??= orm.em.fork();
        return fork;
      },
    });
    return next();
  };

function register(router: Router, route: Route<Call>, services: Services): void {
  const { method, path } = route.call;
  router.register(path, [method], async (ctx) => {
    ctx.set('cache-control', 'no-store');
    const { status, body, location } = await route.answer(ctx, services);
    if (location) ctx.set('location', location);
    ctx.status = status;
    ctx.body = body instanceof JsonText ? body.text : (body ?? null);
    if (body instanceof JsonText) ctx.type = 'json';
    // Setting an empty body makes Koa answer 204.
    ctx.status = status;
  });
}
