import type { Context } from 'koa';
import { sessionOf } from '../../platform/sessions/session.ts';

/** Text that stays this person's: it decides which releases they get while there is a canary. */
export const personOf = (ctx: Context): string => sessionOf(ctx).participantId ?? ctx.state.sessionKey;
