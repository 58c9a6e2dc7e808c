import type { Context } from 'koa';
import { sessionOf } from '../../platform/sessions/session.ts';
import type { Session } from '../../release-api/canary-sessions.ts';
import type { Services } from '../../request/services.ts';

/** A request's session, as canaries are given to it. */
export const canarySessionOf = (
  ctx: Context,
  { linkSecret: secret }: Pick<Services, 'linkSecret'>,
): Session => ({
  key: ctx.state.sessionKey,
  secret,
  person: personOf(ctx),
});

/** Text that stays this person's: it decides which releases they get while there is a canary. */
export const personOf = (ctx: Context): string => sessionOf(ctx).participantId ?? ctx.state.sessionKey;
