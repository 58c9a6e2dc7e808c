import * as calls from '@stepwise/shared-contracts/calls/release.calls';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import { canaryRelease, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { notFound } from '../../platform/errors/app-error.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { countUse } from '../../release-api/count-use.ts';
import { evaluateCanary } from '../../release-api/evaluate-canary.command.ts';
import { isListed } from '../../release-api/is-listed.ts';
import { reportRelease } from '../../release-api/report-release.command.ts';
import { personOf } from '../document/person-of.ts';
import { forAnyone } from '../route/route.ts';

export const releaseReportRoutes = {
  /**
   * Every report is counted for people to see, but for those of a browser in which a tester has looked at an unreleased
   * version since the log-in. Only reports of people who are given a canary can roll it back.
   */
  releaseReport: forAnyone(calls.releaseReport, async ({ ctx, body, op, services }) => {
    const { config, rateLimits, linkSecret: secret } = services;
    await rateLimits.releaseReport(ctx.ip);
    const registry = await services.readRegistry();
    const { feature, version, outcome } = body;
    if (!isListed(registry, feature, version)) throw notFound();
    // No page can put another shell in the place of the one it began with; the next document does.
    if (feature === SHELL && outcome !== 'failed-call') sessionOf(ctx).failedShell = version;
    if (sessionOf(ctx).preview) return { status: 204 };
    const release = { package: feature, version };
    if (outcome === 'failed-call') {
      await countUse(op.db, [{ ...release, failedCalls: 1 }], op.now);
      return { status: 204 };
    }
    await countUse(op.db, [{ ...release, faults: 1, hangs: outcome === 'hung' ? 1 : 0 }], op.now);
    const isCanary = canaryRelease(registry, feature)?.metadata.version === version;
    const given = chooseRelease(registry, feature, personOf(ctx))?.metadata.version;
    if (isCanary && given !== version) return { status: 204 };
    const session = { key: ctx.state.sessionKey, secret };
    await reportRelease(op.db, { ...body, outcome, session, at: op.now });
    if (!isCanary) return { status: 204 };
    const reason = await evaluateCanary(op.db, body, config, op.now);
    if (reason) ctx.state.log.warn({ feature, version, reason }, 'a canary was rolled back');
    return { status: 204 };
  }),
};
