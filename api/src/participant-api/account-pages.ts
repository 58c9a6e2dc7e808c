import Router from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '../platform/errors/app-error.ts';
import { bodyParser } from '../platform/http/body-parser.ts';
import { answerBy } from '../platform/http/mount-router.ts';
import { asPages, checkFormToken } from '../platform/pages/page-middlewares.ts';
import type { PageRenderer } from '../platform/pages/render-page.ts';
import type { Services } from '../request/services.ts';
import { accessPage } from './account/access.page.ts';
import { accessibilityPage } from './account/accessibility.page.ts';
import type { AccountPageServices } from './account/account-page.ts';
import { confirmAddressPages } from './account/confirm-address.pages.ts';
import { demonstrationMailPage, showsStoredMail } from './account/demonstration-mail.page.ts';
import { followUpPage } from './account/follow-up.page.ts';
import { helpPage } from './account/help.page.ts';
import { overridePages } from './account/override.pages.ts';
import { passwordResetPages } from './account/password-reset.pages.ts';
import { previewPages } from './account/preview.pages.ts';
import { stopMessagesPages } from './account/stop-messages.pages.ts';
import { stopReminderPages } from './account/stop-reminder.pages.ts';
import { withoutScriptPage } from './account/without-script.page.ts';

/** Everything under /account: what people reach from a message. Comes after the session and before the calls' CSRF check. */
export function accountPages(services: Services, renderer: PageRenderer): Middleware {
  const { name, contacts } = services.content.product;
  const site = {
    brand: name,
    home: '/',
    homeText: 'Go to the start',
    contacts: [contacts.emergency, contacts.counselling],
  };
  const pages: AccountPageServices = {
    ...services,
    renderPage: renderer(site),
    keepsMail: showsStoredMail(services.config),
  };
  const router = new Router();
  router.use(asPages(pages.renderPage, site), async (ctx, next) => {
    // The address of a page may hold a token.
    ctx.set('referrer-policy', 'no-referrer');
    // PostgreSQL takes no NUL character, which no token has.
    if (ctx.path.includes('%00')) throw notFound();
    await next();
  });
  withoutScriptPage(router, pages);
  confirmAddressPages(router, pages);
  stopReminderPages(router, pages);
  stopMessagesPages(router, pages);
  followUpPage(router, pages);
  router.use(bodyParser('form', '16kb'), checkFormToken);
  helpPage(router, pages);
  accessPage(router, pages);
  accessibilityPage(router, pages);
  passwordResetPages(router, pages);
  previewPages(router, pages);
  if (pages.keepsMail) demonstrationMailPage(router, pages);
  if (services.config.featureOverrides) overridePages(router, pages);
  router.all('/account{/*rest}', () => {
    throw notFound();
  });
  return answerBy(router);
}
