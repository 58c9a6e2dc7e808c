import type { Context } from 'koa';
import type { Operation } from '../../domain/operation/operation.ts';
import { noteCanarySession } from '../../release-api/canary-sessions.ts';
import { judgeCanary } from '../../release-api/judge-canary.command.ts';
import type { Services } from '../../request/services.ts';
import { canarySessionOf } from './canary-session-of.ts';

/**
 * Each page that starts asks who is here: with that its session counts for the canaries it was given, which may have lasted
 * long enough then to go to everyone. A robot that only fetches documents counts for nothing.
 */
export async function countCanarySession(ctx: Context, op: Operation, services: Services): Promise<void> {
  const registry = await services.readRegistry().catch(() => undefined);
  if (!registry) return;
  const added = await noteCanarySession(op.db, registry, canarySessionOf(ctx, services), op.now);
  for (const [feature, version] of added) {
    const judged = await judgeCanary(op.db, { feature, version }, services.config, op.now);
    if (judged) ctx.state.log.info({ feature, version, ...judged }, 'a canary was decided');
  }
}
