import type { Context } from 'koa';
import type { EntityManager } from '../../database/orm.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { tokenField } from '../../http/pages/page-middlewares.ts';
import type { RenderPage } from '../../http/pages/render-page.ts';
import type { Services } from '../../http/route.ts';
import { sessionOf } from '../../http/session/session.ts';
import type { SessionData } from '../../http/session/session-data.ts';
import { Staff } from './staff.entity.ts';

export const LOG_IN = '/admin/log-in';
export const PARTICIPANTS = '/admin/participants';
export const participantPath = (id: string): string => `${PARTICIPANTS}/${id}`;

export interface PageServices extends Services {
  renderPage: RenderPage;
}

/** A request of a page of the research team, from a member of staff who is logged in. */
export interface StaffRequest {
  ctx: Context;
  services: PageServices;
  em: EntityManager;
  session: SessionData;
  staff: Staff;
  now: Date;
}

/** Lets members of staff in, and sends everybody else to the log-in page. */
export const forStaff =
  (services: PageServices, handle: (request: StaffRequest) => Promise<void>) =>
  async (ctx: Context): Promise<void> => {
    const session = sessionOf(ctx);
    const em = ctx.state.em as EntityManager;
    const staff = session.staffId ? await em.findOne(Staff, { id: session.staffId }) : null;
    if (!staff) return seeOther(ctx, LOG_IN);
    await handle({ ctx, services, em, session, staff, now: services.now() });
  };

/** After a form was taken: the browser asks for the next page, and loading that again sends nothing twice. */
export function seeOther(ctx: Context, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}

/** Shows a page with what a member of staff has on each: the way round and out, and whom they act for. */
export async function showStaffPage(
  { ctx, services, session, staff }: StaffRequest,
  { title, main, status = 200 }: { title: string; main: Html; status?: number },
): Promise<void> {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = await services.renderPage({
    title,
    header: html`<nav aria-label="Main"><a class="pages-link" href="${PARTICIPANTS}">Participants</a></nav>
<span class="small soft">${staff.name}</span>
<form method="post" action="/admin/log-out">${tokenField(session.csrfToken)}<button class="button" data-variant="link">Log out</button></form>`,
    main: html`${actingNotice(session, services)}${main}`,
  });
}

function actingNotice({ acting, participantId }: SessionData, { content }: PageServices): Html | null {
  if (!acting || !participantId) return null;
  const until = new Intl.DateTimeFormat('en-AU', {
    timeZone: content.product.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(acting.until);
  return html`<div class="notice">
<p class="notice-title">You are acting for a participant until ${until}</p>
<p>Log out on <a href="/">their own pages</a> to end it, and see <a href="${participantPath(participantId)}">who it is</a>.</p>
</div>`;
}
