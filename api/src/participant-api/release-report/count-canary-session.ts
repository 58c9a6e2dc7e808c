import type { Context } from 'koa';
import { canariesOf, noteCanarySession } from '../../release-api/canary-sessions.ts';
import { judgeCanary } from '../../release-api/judge-canary.command.ts';
import type { Services } from '../../request/services.ts';
import { canarySessionOf } from './canary-session-of.ts';

/**
 * Each page that starts asks who is here: with that its session counts for the canaries it was given, which may have lasted
 * long enough then to go to everyone. A robot that only fetches documents counts for nothing.
 */
export async function countCanarySession(ctx: Context, services: Services): Promise<void> {
  const registry = await services.readRegistry().catch(() => undefined);
  if (!registry) return;
  const session = canarySessionOf(ctx, services);
  if (canariesOf(registry, session.person).length === 0) return;
  const { em } = ctx.state;
  const now = services.now();
  const added = await noteCanarySession(em, registry, session, now);
  for (const [feature, version] of added) {
    const judged = await judgeCanary(em, { feature, version }, services.config, now);
    if (judged) ctx.state.log.info({ feature, version, ...judged }, 'a canary was decided');
  }
}
