import Router from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '../../http/app-error.ts';
import { bodyParser } from '../../http/body-parser.ts';
import { asPages, checkFormToken } from '../../http/pages/page-middlewares.ts';
import type { PageRenderer } from '../../http/pages/render-page.ts';
import type { Services } from '../../http/route.ts';
import { accessPage } from '../audit/access.page.ts';
import { demonstrationMailPage } from '../mail/demonstration-mail.page.ts';
import { overridePages } from '../overrides/override.pages.ts';
import { passwordResetPages } from '../password-reset/password-reset.pages.ts';
import { stopReminderPages } from '../reminder/stop-reminder.pages.ts';
import type { AccountPageServices } from './account-page.ts';

/** Everything under /account: what people reach from a message. Comes after the session and before the calls' CSRF check. */
export function accountPages(services: Services, renderer: PageRenderer): Middleware {
  const site = { brand: services.content.product.name, home: '/', homeText: 'Go to the start' };
  const pages: AccountPageServices = {
    ...services,
    renderPage: renderer(site),
    keepsMail: !services.config.mail,
  };
  const router = new Router();
  router.use(asPages(pages.renderPage, site), async (ctx, next) => {
    // The address of a page may hold a token.
    ctx.set('referrer-policy', 'no-referrer');
    await next();
  });
  stopReminderPages(router, pages);
  router.use(bodyParser('form', '16kb'), checkFormToken);
  accessPage(router, pages);
  passwordResetPages(router, pages);
  if (pages.keepsMail) demonstrationMailPage(router, pages);
  if (services.config.featureOverrides) overridePages(router, pages);
  router.all('/account{/*rest}', () => {
    throw notFound();
  });
  return router.routes() as Middleware;
}
