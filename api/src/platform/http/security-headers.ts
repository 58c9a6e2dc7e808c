import type { Middleware } from 'koa';
import type { Config } from '../config/config.ts';

/** For every answer. The document sets its own content policy; everything else may run and embed nothing. */
export const securityHeaders =
  ({ secureCookies }: Config): Middleware =>
  async (ctx, next) => {
    ctx.set({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...(secureCookies && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    });
    await next();
  };
