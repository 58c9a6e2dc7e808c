import * as calls from '@stepwise/shared-contracts/calls/release.calls';
import { canaryRelease, type Registry, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { notFound } from '../../platform/errors/app-error.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { withdrawFailedCanary } from '../../release-api/change-deployment.command.ts';
import { countFailures, reportRelease } from '../../release-api/report-release.command.ts';
import { forAnyone } from '../route/route.ts';

export const releaseReportRoutes = {
  /** Reports of a release that everybody gets are counted for people to see; a canary is taken back. */
  releaseReport: forAnyone(calls.releaseReport, async ({ ctx, body, op, services }) => {
    const { config, rateLimits, linkSecret } = services;
    await rateLimits.releaseReport(ctx.ip);
    const registry = await services.readRegistry();
    if (!isListed(registry, body)) throw notFound();
    await reportRelease(op.db, {
      ...body,
      sessionKey: ctx.state.sessionKey,
      secret: linkSecret,
      at: op.now,
    });
    const { feature, version } = body;
    // No page can put another shell in the place of the one it began with; the next document does.
    if (feature === SHELL) sessionOf(ctx).failedShell = version;
    if (canaryRelease(registry, feature)?.metadata.version !== version) return { status: 204 };
    const failures = await countFailures(op.db, body, new Date(op.now.getTime() - config.canaryWindowMs));
    if (failures < config.canaryFaultLimit) return { status: 204 };
    const reason = `It failed in ${failures} sessions.`;
    if (await withdrawFailedCanary(op.db, feature, version, { by: 'api', at: op.now, reason }))
      ctx.state.log.warn({ feature, version, reason }, 'a canary was taken back');
    return { status: 204 };
  }),
};

const isListed = (
  { microFrontends }: Registry,
  { feature, version }: { feature: string; version: string },
): boolean =>
  Object.hasOwn(microFrontends, feature) &&
  microFrontends[feature]?.some(({ metadata }) => metadata.version === version) === true;
