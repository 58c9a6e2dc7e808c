import { createHmac } from 'node:crypto';
import type { Middleware } from 'koa';
import { sessionOf } from '../../platform/sessions/session.ts';
import type { RendererClient } from './renderer-client.ts';

/** Names a participant to the renderer, which cannot tell who that is. */
export const rendererNames =
  (secret: string) =>
  (participantId: string): string =>
    createHmac('sha256', secret).update(`renderer ${participantId}`).digest('base64url');

/** Ends the process that has rendered a participant's pages once their session is over. */
export const endPagesAtLogOut =
  (renderer: RendererClient | null, nameOf: (participantId: string) => string): Middleware =>
  async (ctx, next) => {
    const { participantId } = sessionOf(ctx);
    await next();
    if (participantId && sessionOf(ctx).participantId !== participantId)
      void renderer?.end(nameOf(participantId));
  };
