import type { Middleware } from 'koa';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { html } from '../html/html.ts';
import { isPage } from '../http/is-page.ts';
import { isProxied } from '../http/is-proxied.ts';
import { type FailurePages, showFailure } from './explain-failure.ts';

/**
 * Where a public address is set, rejects requests that name another host: the name of another site that points here, or a
 * name in links that the server would repeat. Teams publish at the API's own port, inside the deployment, by another name.
 */
export const requireHost =
  ({ publicUrl }: Pick<Config, 'publicUrl'>, pages: FailurePages): Middleware =>
  async (ctx, next) => {
    const isPublishing = ctx.path.startsWith('/api/releases/') && !isProxied(ctx);
    if (!publicUrl || isPublishing || isHostOf(publicUrl, ctx.req.headers.host)) return next();
    if (!isPage(ctx.path) || (ctx.method !== 'GET' && ctx.method !== 'HEAD'))
      throw new AppError('bad-request', 'This server does not answer under that name.');
    await showFailure(ctx, pages, {
      status: 400,
      title: 'This is not the address of this site',
      text: html`<p>Please use <a href="${publicUrl}/">${publicUrl}</a>.</p>
<p>If you run this server: <code>PUBLIC_URL</code> names the only address that it answers at, and a proxy in front has to pass <code>Host</code> on.</p>`,
    });
  };

function isHostOf(publicUrl: string, given = ''): boolean {
  const { protocol, host } = new URL(publicUrl);
  // Nothing that a URL would read as a user, a path or a query.
  if (!/^[a-z0-9.:[\]_-]+$/i.test(given) || !URL.canParse(`${protocol}//${given}`)) return false;
  return new URL(`${protocol}//${given}`).host === host;
}
