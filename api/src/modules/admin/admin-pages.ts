import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '../../http/app-error.ts';
import { asPages, checkFormToken } from '../../http/pages/page-middlewares.ts';
import { pagesStylesheet } from '../../http/pages/pages-stylesheet.ts';
import type { PageRenderer } from '../../http/pages/render-page.ts';
import type { Services } from '../../http/route.ts';
import { actingPages } from '../acting/acting.pages.ts';
import { allocationPages } from '../allocation/allocation.pages.ts';
import { consentPages } from '../consent/consent.pages.ts';
import { notePages } from '../notes/notes.pages.ts';
import { contentPages } from '../content/content.pages.ts';
import { exportPages } from '../export/export.pages.ts';
import { participantPages } from '../participant-overview/participants.pages.ts';
import { questionnaireLinkPages } from '../questionnaire-link/questionnaire-link.pages.ts';
import { staffSessionPages } from '../staff/staff-session.pages.ts';
import { warningSignPages } from '../warning-signs/warning-signs.pages.ts';
import { adminRouter } from './admin-router.ts';
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
  router.use(
    asPages(pages.renderPage, site),
    bodyParser({ enableTypes: ['form'], formLimit: '16kb', encoding: 'utf-8' }),
    checkFormToken,
  );
  router.get('/admin', (ctx) => seeOther(ctx, PARTICIPANTS));
  router.get(pagesStylesheet.path, (ctx) => {
    ctx.set('cache-control', 'public, max-age=31536000, immutable');
    ctx.type = 'css';
    ctx.body = pagesStylesheet.css;
  });
  const admin = adminRouter(router, pages);
  staffSessionPages(router, admin, pages);
  participantPages(admin);
  actingPages(admin);
  notePages(admin);
  questionnaireLinkPages(admin);
  consentPages(admin);
  warningSignPages(admin);
  allocationPages(admin);
  exportPages(admin);
  contentPages(admin);
  router.all('/admin{/*rest}', () => {
    throw notFound();
  });
  return router.routes() as Middleware;
}
