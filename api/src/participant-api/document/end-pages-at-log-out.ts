import { createHmac } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { sessionOf } from '../../platform/sessions/session.ts';
import type { RendererClient } from './renderer-client.ts';

/** Names the participant of a session to the renderer, which cannot tell who that is; undefined for anybody else. */
export const rendererNames =
  (secret: string) =>
  (ctx: Context): string | undefined => {
    const { participantId } = sessionOf(ctx);
    return (
      participantId && createHmac('sha256', secret).update(`renderer ${participantId}`).digest('base64url')
    );
  };

/** Ends the process that has rendered a participant's pages once their session is over. */
export const endPagesAtLogOut =
  (renderer: RendererClient | null, nameOf: (ctx: Context) => string | undefined): Middleware =>
  async (ctx, next) => {
    const before = renderer && nameOf(ctx);
    await next();
    if (before && nameOf(ctx) !== before) void renderer.end(before);
  };
