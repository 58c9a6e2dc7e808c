import type { Context } from 'koa';
import type { Operation } from '../domain/core/operation/operation.ts';
import { Participant } from '../domain/people/participants/participant.entity.ts';
import type { Services } from './services.ts';

/**
 * Whether an address has an account, which discloses who is in the trial. So a network may find few that have one, and the
 * participant is notified, once a day at most. Throws too-many-requests.
 */
export const isKnownAddress =
  ({
    op: { db, jobs, now },
    services: { rateLimits },
    ctx,
  }: {
    op: Operation;
    services: Pick<Services, 'rateLimits'>;
    ctx: Context;
  }) =>
  async (email: string): Promise<boolean> => {
    await rateLimits.lookUpAddress(ctx.ip);
    const known = await db.findOne(Participant, { email });
    if (!known) {
      await rateLimits.lookedUpUnknownAddress(ctx.ip);
      return false;
    }
    if (await rateLimits.mayNotifyOfLookUp(known.id))
      // Not in the transaction of the save, which is about to be rejected.
      ctx.state.afterwards.push(() =>
        jobs.tryEnqueue(ctx.state.em.fork(), 'send-known-address-notice', known.id, now),
      );
    return true;
  };
