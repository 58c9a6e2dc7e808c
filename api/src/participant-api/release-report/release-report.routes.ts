import * as calls from '@stepwise/shared-contracts/calls/release.calls';
import { canaryRelease, type Registry, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { notFound } from '../../platform/errors/app-error.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { noteCanarySession, wasGiven } from '../../release-api/canary-sessions.ts';
import { judgeCanary } from '../../release-api/judge-canary.command.ts';
import { reportRelease } from '../../release-api/report-release.command.ts';
import { forAnyone } from '../route/route.ts';
import { canarySessionOf } from './canary-session-of.ts';

export const releaseReportRoutes = {
  /**
   * Reports of a release that everybody gets are counted for people to see. A canary is taken back; only a session that was
   * given it has a say in that.
   */
  releaseReport: forAnyone(calls.releaseReport, async ({ ctx, body, op, services }) => {
    const { config, rateLimits } = services;
    await rateLimits.releaseReport(ctx.ip);
    const registry = await services.readRegistry();
    if (!isListed(registry, body)) throw notFound();
    const { feature, version } = body;
    const session = canarySessionOf(ctx, services);
    const isCanary = canaryRelease(registry, feature)?.metadata.version === version;
    if (isCanary) {
      await noteCanarySession(op.db, registry, session, op.now);
      if (!(await wasGiven(op.db, body, session))) return { status: 204 };
    }
    await reportRelease(op.db, { ...body, session, at: op.now });
    // No page can put another shell in the place of the one it began with; the next document does.
    if (feature === SHELL) sessionOf(ctx).failedShell = version;
    if (!isCanary) return { status: 204 };
    const judged = await judgeCanary(op.db, body, config, op.now);
    if (judged) ctx.state.log.warn({ feature, version, reason: judged.reason }, 'a canary was taken back');
    return { status: 204 };
  }),
};

const isListed = (
  { microFrontends }: Registry,
  { feature, version }: { feature: string; version: string },
): boolean =>
  Object.hasOwn(microFrontends, feature) &&
  microFrontends[feature]?.some(({ metadata }) => metadata.version === version) === true;
