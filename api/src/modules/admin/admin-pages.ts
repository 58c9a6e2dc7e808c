import Router from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '../../http/app-error.ts';
import { bodyParser } from '../../http/body-parser.ts';
import { asPages, checkFormToken } from '../../http/pages/page-middlewares.ts';
import type { PageRenderer } from '../../http/pages/render-page.ts';
import type { Services } from '../../http/route.ts';
import { actingPages } from '../acting/acting.pages.ts';
import { allocationPages } from '../allocation/allocation.pages.ts';
import { auditPages } from '../audit/audit.pages.ts';
import { consentPages } from '../consent/consent.pages.ts';
import { contentPages } from '../content/content.pages.ts';
import { exportPages } from '../export/export.pages.ts';
import { notePages } from '../notes/notes.pages.ts';
import { participantPages } from '../participant-overview/participants.pages.ts';
import { confirmAddressPages } from '../password-reset/confirm-address.pages.ts';
import { questionnaireLinkPages } from '../questionnaire-link/questionnaire-link.pages.ts';
import { secondFactorPages } from '../second-factor/second-factor.pages.ts';
import { ownAccountPages } from '../staff/own-account.pages.ts';
import { staffPages } from '../staff/staff.pages.ts';
import { logOutPage, staffSessionPages } from '../staff/staff-session.pages.ts';
import { warningSignPages } from '../warning-signs/warning-signs.pages.ts';
import { type AdminRouter, adminRouter } from './admin-router.ts';
import { PARTICIPANTS } from './navigation.ts';
import { type PageServices, seeOther } from './staff-request.ts';

/** Everything under /admin: the research team's pages. Comes after the session and before the calls' CSRF check. */
export function adminPages(services: Services, renderer: PageRenderer): Middleware {
  const site = {
    brand: `${services.content.product.name} research team`,
    home: PARTICIPANTS,
    homeText: 'Go to the participants',
  };
  const pages: PageServices = { ...services, renderPage: renderer(site) };
  const router = new Router();
  router.use(asPages(pages.renderPage, site), bodyParser('form', '16kb'), checkFormToken);
  router.get('/admin', (ctx) => seeOther(ctx, PARTICIPANTS));
  staffSessionPages(router, pages);
  teamPages(adminRouter(router, pages));
  router.all('/admin{/*rest}', () => {
    throw notFound();
  });
  return router.routes() as Middleware;
}

/** Every page that asks for a right. */
export function teamPages(admin: AdminRouter): void {
  logOutPage(admin);
  participantPages(admin);
  actingPages(admin);
  notePages(admin);
  questionnaireLinkPages(admin);
  confirmAddressPages(admin);
  consentPages(admin);
  warningSignPages(admin);
  allocationPages(admin);
  exportPages(admin);
  auditPages(admin);
  contentPages(admin);
  ownAccountPages(admin);
  secondFactorPages(admin);
  staffPages(admin);
}
