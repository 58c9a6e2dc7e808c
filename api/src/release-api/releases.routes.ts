import Router from '@koa/router';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { isRecalled, type Release } from '@stepwise/shared-contracts/federation/registry';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import {
  type checksViewSchema,
  deploymentOrderSchema,
  type faultsSchema,
  type openPagesSchema,
  type PreviewLink,
  PUBLICATION_LIMIT_MB,
  type Publication,
  previewOrderSchema,
  publicationSchema,
  type ReleaseStatus,
  type ReleasesView,
  releaseApi,
} from '@stepwise/shared-contracts/release/release-api';
import type { Context, Middleware } from 'koa';
import * as z from 'zod/mini';
import type { Config } from '../platform/config/config.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import { AppError, notFound } from '../platform/errors/app-error.ts';
import { bodyParser } from '../platform/http/body-parser.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import { DAY_MS } from '../platform/modules/durations.ts';
import { changeDeployment, rejectFailed } from './change-deployment.command.ts';
import { findOpenPages } from './open-pages.ts';
import { type Preview, previewPath } from './preview-links.ts';
import { publishRelease } from './publish-release.command.ts';
import { readFaults } from './read-faults.ts';
import { findRelease, readHistory, readRegistry } from './read-registry.ts';
import { readStatus } from './read-use.ts';
import { findFailedChecks } from './release-checks.ts';
import { type ReleaseFiles, readReleaseFiles } from './release-files.ts';
import { checkReleaseToken, currentTokens, EVERY_PACKAGE } from './release-tokens.ts';

interface ReleasesDependencies {
  config: Config;
  em: () => EntityManager;
  rateLimits: RateLimits;
  now: () => Date;
  /** Signs links of previews. */
  linkSecret: string;
  /** Called before a link is handed out, which does not happen where it rejects. */
  auditLink: (link: PreviewLinkMade) => Promise<void>;
}

export interface PreviewLinkMade extends Preview {
  /** The tester's address, as it was typed. */
  tester: string;
  by: string;
  requestId: string;
}

/**
 * Where teams look at, check, publish and deploy the releases of their package. Outside of people's sessions: a token of
 * the team opens its own package, and nothing else.
 */
export function releaseRoutes(dependencies: ReleasesDependencies): Router {
  const { config, em, rateLimits, now, linkSecret, auditLink } = dependencies;
  const router = new Router();
  const tokens = currentTokens(config);
  const calls = Object.values<Call>(allCalls).map(shapeOfCall);
  const nameOf = (ctx: Context): string => (ctx.params as { name: string }).name;
  const originOf = (ctx: Context) => ({
    by: ctx.state.releaseRights.isOperator ? 'the operator' : `the team of ${nameOf(ctx)}`,
    at: now(),
  });

  // The token first: without one no large body is read.
  const forTeam: Middleware = async (ctx, next) => {
    await rateLimits.release(ctx.ip);
    ctx.state.releaseRights = checkReleaseToken(tokens(), ctx.get('authorization'), nameOf(ctx));
    ctx.set('cache-control', 'no-store');
    await next();
  };
  const mayUpload: Middleware = async (ctx, next) => {
    await rateLimits.work('upload', { person: nameOf(ctx), ip: ctx.ip });
    await next();
  };
  const readRelease = bodyParser('json', `${PUBLICATION_LIMIT_MB}mb`);

  router.get(releaseApi.package(':name'), forTeam, async (ctx) => {
    ctx.body = {
      registry: await readRegistry(em()),
      history: await readHistory(em(), nameOf(ctx)),
    } satisfies ReleasesView;
  });
  router.post(releaseApi.package(':name'), forTeam, mayUpload, readRelease, async (ctx) => {
    await publishRelease(em(), nameOf(ctx), decode(read(publicationSchema, ctx)), originOf(ctx));
    ctx.status = 204;
  });
  router.get(releaseApi.version(':name', ':version'), forTeam, async (ctx) => {
    const { name, version } = ctx.params as { name: string; version: string };
    const found = await findRelease(em(), name, version);
    if (!found) throw notFound();
    ctx.body = found.description satisfies Release;
  });
  router.post(releaseApi.checks(':name'), forTeam, mayUpload, readRelease, async (ctx) => {
    const registry = await readRegistry(em());
    const filesOf = (name: string, version: string) => readReleaseFiles(em(), name, version);
    const candidate = { name: nameOf(ctx), ...decode(read(publicationSchema, ctx)) };
    ctx.body = {
      failed: await findFailedChecks({ ...candidate, registry, calls, filesOf }),
    } satisfies z.infer<typeof checksViewSchema>;
  });
  router.post(releaseApi.preview(':name'), forTeam, bodyParser('json', '4kb'), async (ctx) => {
    const { version, tester } = read(previewOrderSchema, ctx);
    const name = nameOf(ctx);
    if (!(await findRelease(em(), name, version))) throw notFound();
    const registry = await readRegistry(em());
    if (isRecalled(registry, name, version))
      throw new AppError('unprocessable', `${name} ${version} was recalled, so that no one may look at it.`);
    await rejectFailed(em(), name, version, registry, calls);
    const until = now().getTime() + DAY_MS;
    const preview = { package: name, version, until };
    await auditLink({ ...preview, tester, by: originOf(ctx).by, requestId: ctx.state.requestId });
    const path = previewPath(linkSecret, preview, tester);
    ctx.body = {
      link: (config.publicUrl ?? `${ctx.protocol}://${ctx.host}`) + path,
      until: new Date(until).toISOString(),
    } satisfies PreviewLink;
  });
  router.get(releaseApi.openPages(':name'), forTeam, async (ctx) => {
    ctx.body = {
      pages: await findOpenPages(em(), nameOf(ctx), now()),
    } satisfies z.infer<typeof openPagesSchema>;
  });
  router.get(releaseApi.faults(':name'), forTeam, async (ctx) => {
    ctx.body = { faults: await readFaults(em(), nameOf(ctx)) } satisfies z.infer<typeof faultsSchema>;
  });
  router.get(releaseApi.status(':name'), forTeam, async (ctx) => {
    ctx.body = (await readStatus(em(), nameOf(ctx))) satisfies ReleaseStatus;
  });
  router.post(releaseApi.live(':name'), forTeam, bodyParser('json', '64kb'), async (ctx) => {
    const order = read(deploymentOrderSchema, ctx);
    const attestationKeys = tokens().flatMap(({ package: opened, key }) =>
      key && [nameOf(ctx), EVERY_PACKAGE].includes(opened) ? [key] : [],
    );
    await changeDeployment(em(), nameOf(ctx), order, {
      ...originOf(ctx),
      calls,
      attestationKeys,
      rights: ctx.state.releaseRights,
    });
    ctx.status = 204;
  });
  return router;
}

const decode = ({ release, files, sourceMaps = {} }: Publication) => ({
  release,
  files: decodeAll(files),
  sourceMaps: decodeAll(sourceMaps),
});

const decodeAll = (files: Record<string, string>): ReleaseFiles =>
  new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content, 'base64')]));

function read<S extends z.ZodMiniType>(schema: S, ctx: Context): z.output<S> {
  const { success, data, error } = z.safeParse(schema, (ctx.request as { body?: unknown }).body);
  if (success) return data;
  throw new AppError(
    'bad-request',
    'Some values have the wrong shape.',
    error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
  );
}
