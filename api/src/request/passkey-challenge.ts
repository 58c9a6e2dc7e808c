import type { Context } from 'koa';
import type { RelyingParty } from '../domain/people/passkeys/verify-passkey.ts';
import { sessionOf } from '../platform/sessions/session.ts';
import type { SessionData } from '../platform/sessions/session-data.ts';
import { keyHashOf } from '../platform/sessions/session-store.ts';
import type { Services } from './services.ts';

/** How long a browser may take to make or use a passkey. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;

/** What a challenge is for: each counts for nothing else. */
type ChallengePurpose = NonNullable<SessionData['challenge']>['purpose'];

/** The site that passkeys are made for: PUBLIC_URL's, or localhost, since WebAuthn knows no addresses of numbers. */
export function relyingParty(ctx: Context, { config, content }: Services): RelyingParty {
  const { hostname, origin } = new URL(config.publicUrl ?? `http://localhost:${ctx.req.socket.localPort}`);
  return { id: hostname, origin, name: content.product.name };
}

/** Keeps the challenge that this browser is about to answer, in place of one before. */
export function keepChallenge(
  ctx: Context,
  { now }: Pick<Services, 'now'>,
  purpose: ChallengePurpose,
  challenge: string,
): void {
  sessionOf(ctx).challenge = { purpose, challenge, until: now().getTime() + ANSWER_TIMEOUT_MS };
}

/**
 * Takes the challenge out of the session, whatever the outcome: of several requests that bring an answer to it,
 * one gets it. Null where there is none for this purpose, or its time is up. To be called before a transaction, which may
 * be rolled back.
 */
export async function takeChallenge(
  ctx: Context,
  { now }: Pick<Services, 'now'>,
  purpose: ChallengePurpose,
): Promise<string | null> {
  const session = sessionOf(ctx);
  const kept = session.challenge;
  delete session.challenge;
  if (!kept || kept.purpose !== purpose || kept.until <= now().getTime()) return null;
  const taken = await ctx.state.em.execute<unknown[]>(
    `update session set data = data - 'challenge' where key_hash = ? and data->'challenge'->>'challenge' = ? returning 1`,
    [keyHashOf(ctx), kept.challenge],
  );
  return taken.length > 0 ? kept.challenge : null;
}
