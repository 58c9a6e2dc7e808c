import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import { countFailedAccess, type FailedAccess } from '../domain/data/audit-log/failed-access.ts';
import { describeError } from '../platform/errors/describe-error.ts';
import { toSubnet } from '../platform/http/to-subnet.ts';
import type { Services } from './services.ts';

/**
 * Counts a failed log-in, a lock-out or a missing right: for an account that exists towards an audit event, for any other
 * in the log and the metrics only. Nothing waits for it, so that the answer takes as long for either.
 */
export function noteFailedAccess(
  ctx: Context,
  { linkSecret, metrics, now }: Pick<Services, 'linkSecret' | 'metrics' | 'now'>,
  type: FailedAccess,
  account: string | undefined,
): void {
  const { log } = ctx.state;
  const network = createHmac('sha256', linkSecret)
    .update(`network ${toSubnet(ctx.ip)}`)
    .digest('hex')
    .slice(0, 16);
  metrics.failedAccess.inc({ type, account: account ? 'known' : 'unknown' });
  if (!account) {
    log.warn({ type, network }, 'failed access to an unknown account');
    return;
  }
  const attempt = { type, account, network, now: now() };
  ctx.state.afterwards.push(() => {
    countFailedAccess(ctx.state.em.fork(), attempt).catch((error) =>
      log.warn(describeError(error), 'a failed access was not counted'),
    );
  });
}
