import type { Context } from 'koa';
import type { AuditOrigin } from '../../domain/audit/record-audit-event.ts';
import type { Staff } from '../../domain/staff/staff.entity.ts';
import type { Services } from '../../participant-api/route/route.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { idSchema } from '../../platform/http/id-schema.ts';
import type { RenderPage } from '../../platform/pages/render-page.ts';
import type { SessionData } from '../../platform/sessions/session-data.ts';

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

/** This deployment asks for a second factor, and the session was begun without one. */
export const mustSetUpSecondFactor = (
  { config }: Pick<PageServices, 'config'>,
  { secondFactor }: SessionData,
): boolean => config.staffSecondFactor === 'required' && !secondFactor;

/** Who did it, for an event of the trail about `subject`: this member of staff, in nobody's place. */
export const originOf = (
  { ctx, staff, now }: Pick<StaffRequest, 'ctx' | 'staff' | 'now'>,
  subject: string | null,
): AuditOrigin => ({
  actor: `staff:${staff.id}`,
  onBehalfOf: null,
  subject,
  requestId: ctx.state.requestId as string,
  at: now,
});

/** The id in a page's address, as PostgreSQL gives it back. Throws not-found where it is none. */
export function idOf({ params }: Context): string {
  const id = idSchema.safeParse(params.id);
  if (!id.success) throw notFound();
  return id.data;
}

/** After a form was taken: the browser asks for the next page, and loading that again sends nothing twice. */
export function seeOther(ctx: Context, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}
