import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import * as z from 'zod';
import { notFound } from '../../http/app-error.ts';
import { asPages, checkFormToken } from '../../http/pages/page-middlewares.ts';
import { pagesStylesheet } from '../../http/pages/pages-stylesheet.ts';
import type { PageRenderer } from '../../http/pages/render-page.ts';
import type { Services } from '../../http/route.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '../acting/acting-rules.ts';
import { startActing } from '../acting/start-acting.command.ts';
import { showParticipant } from './participant.page.ts';
import { searchParticipants, showParticipants } from './participants.pages.ts';
import {
  forStaff,
  LOG_IN,
  PARTICIPANTS,
  type PageServices,
  participantPath,
  type StaffRequest,
  seeOther,
} from './staff-request.ts';
import { logIn, logOut, showLogIn } from './staff-session.pages.ts';

const reasonSchema = z.object({ reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON) });

/** Everything under /admin: the research team's pages. Comes after the session and before the calls' CSRF check. */
export function adminPages(services: Services, renderer: PageRenderer): Middleware {
  const site = {
    brand: `${services.content.product.name} research team`,
    home: PARTICIPANTS,
    homeText: 'Go to the participants',
  };
  const pages: PageServices = { ...services, renderPage: renderer(site) };
  const staff = (handle: (request: StaffRequest) => Promise<void>) => forStaff(pages, handle);
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
  router.get(LOG_IN, (ctx) => showLogIn(ctx, pages));
  router.post(LOG_IN, (ctx) => logIn(ctx, pages));
  router.post('/admin/log-out', staff(logOut));
  router.get(PARTICIPANTS, staff(showParticipants));
  router.post(PARTICIPANTS, staff(searchParticipants));
  router.get(
    `${PARTICIPANTS}/:id`,
    staff((request) => showParticipant(request, readId(request.ctx))),
  );
  // The address of a refused form, when it is loaded again.
  router.get(`${PARTICIPANTS}/:id/act`, (ctx) => seeOther(ctx, participantPath(readId(ctx))));
  router.post(
    `${PARTICIPANTS}/:id/act`,
    staff(async (request) => {
      const id = readId(request.ctx);
      const form = reasonSchema.safeParse(request.ctx.request.body);
      if (!form.success) return showParticipant(request, id, { reason: givenReason(request.ctx) });
      await startActing(request, id, form.data.reason);
      seeOther(request.ctx, '/');
    }),
  );

  router.all('/admin{/*rest}', () => {
    throw notFound();
  });
  return router.routes() as Middleware;
}

function readId({ params }: Context): string {
  const id = z.uuid().safeParse(params.id);
  if (!id.success) throw notFound();
  return id.data;
}

const givenReason = ({ request }: Context): string =>
  z.object({ reason: z.string() }).safeParse(request.body).data?.reason ?? '';
