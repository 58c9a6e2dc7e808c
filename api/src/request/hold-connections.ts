import type { Context } from 'koa';
import { becomeHolder } from '../platform/database/share-connections.ts';
import { sessionOf } from '../platform/sessions/session.ts';
import { actorOf } from '../platform/sessions/session-data.ts';

/** What one account reads comes one after the other, and keeps none of its saves waiting. The outbox sends several at once. */
const SHARES = { reads: 0.1, saves: 0.3 };

/** From now on the account that asks, if any does, holds the connections of the request. */
export function holdConnections(ctx: Context, kind: keyof typeof SHARES): void {
  const actor = actorOf(sessionOf(ctx));
  if (actor !== 'visitor') becomeHolder({ name: `${actor} ${kind}`, share: SHARES[kind] });
}
