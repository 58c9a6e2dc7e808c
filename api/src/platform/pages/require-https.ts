import type { Middleware } from 'koa';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { html } from '../html/html.ts';
import { isPage } from '../http/is-page.ts';
import { type FailurePages, showFailure } from './explain-failure.ts';

/**
 * Where cookies travel over https only, redirects plain-http requests to the public address, and otherwise says what is
 * wrong. No redirect where no proxy says how the request came: behind one that speaks https that would never end.
 */
export const requireHttps =
  (
    { secureCookies, publicUrl }: Pick<Config, 'secureCookies' | 'publicUrl'>,
    pages: FailurePages,
  ): Middleware =>
  async (ctx, next) => {
    if (!secureCookies || ctx.secure) return next();
    const isToldByProxy = ctx.get('x-forwarded-proto') !== '';
    if (isPage(ctx.path) && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
      if (isToldByProxy && publicUrl?.startsWith('https:'))
        return ctx.redirect(`${publicUrl}${ctx.path}${ctx.search}`);
      return showFailure(ctx, pages, {
        status: 400,
        title: 'This page needs a secure connection',
        text: html`<p>Its address has to begin with https. Please try that.</p>
${!isToldByProxy && html`<p>If you run this server: the proxy in front of it has to send <code>X-Forwarded-Proto: https</code>.</p>`}`,
      });
    }
    throw new AppError('bad-request', 'This address has to be opened by https.');
  };
