import type { Context } from 'koa';
import { sessionOf } from '../platform/sessions/session.ts';
import type { Preview } from '../release-api/preview-links.ts';

declare module '../platform/sessions/session-data.ts' {
  interface SessionData {
    /** The release that a tester looks at, in this browser only. It stays in the session when it is over. */
    preview?: Preview;
  }
}

/** The preview that this browser's tester has begun and that is not over. */
export function previewIn(ctx: Context, now: Date): Preview | undefined {
  // Some pages need no session.
  if (!ctx.session) return undefined;
  const { preview, participantId, staffId } = sessionOf(ctx);
  return preview && participantId && !staffId && preview.until > now.getTime() ? preview : undefined;
}
