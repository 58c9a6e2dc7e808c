import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Config } from '../../platform/config/config.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { html } from '../../platform/html/html.ts';
import { isProxied } from '../../platform/http/is-proxied.ts';
import { findStoredMail } from '../../platform/mail/stored-mail.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/** Whether messages are kept to be read here: never where people use the product, with a database of its own or by https. */
export const showsStoredMail = ({ mail, databaseUrl, secureCookies }: Config): boolean =>
  !mail && !databaseUrl && !secureCookies;

/** The messages of the demonstration, for the machine that runs it. */
export function demonstrationMailPage(router: Router, services: AccountPageServices): void {
  router.get('/account/demonstration-mail', async (ctx) => {
    if (!isFromThisMachine(ctx)) throw notFound();
    const messages = await findStoredMail(ctx.state.em);
    const timeIn = new Intl.DateTimeFormat('en-AU', {
      timeZone: services.content.product.timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    await showAccountPage(ctx, services, {
      title: 'Messages of this demonstration',
      main: html`<p>No mail server is set up, so messages are stored here instead, newest first.</p>
${messages.length === 0 && html`<p>There is no message yet. <a href="">Look again</a></p>`}
${messages.map(
  ({ recipient, subject, body, keptAt }) => html`<article class="card pages-stack">
<h2>${subject}</h2>
<p class="small soft pages-soft-wrap">To ${recipient}, ${timeIn.format(keptAt)}</p>
${body}
</article>`,
)}`,
    });
  });
}

/**
 * Neither from another machine nor by way of a proxy, which would look like this one, nor under the name of another site
 * that leads here.
 */
function isFromThisMachine(ctx: Context): boolean {
  const isNamedSo = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(ctx.req.headers.host ?? '');
  return isNamedSo && !isProxied(ctx) && /^(::ffff:)?127\.|^::1$/.test(ctx.req.socket.remoteAddress ?? '');
}
