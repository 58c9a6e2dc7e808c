import type { Context } from 'koa';
import type { Operation } from '../../domain/core/operation/operation.ts';
import type { Staff } from '../../domain/people/staff/staff.entity.ts';
import type { Viewer } from '../../domain/people/staff/viewer.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { idSchema } from '../../platform/http/id-schema.ts';
import type { RenderPage } from '../../platform/pages/render-page.ts';
import type { SessionData } from '../../platform/sessions/session-data.ts';
import { requestOperation } from '../../request/request-operation.ts';
import type { Services } from '../../request/services.ts';

export interface PageServices extends Services {
  renderPage: RenderPage;
}

/** A request of a page of the research team, from a member of staff who is logged in. */
export interface StaffRequest {
  ctx: Context;
  services: PageServices;
  session: SessionData;
  staff: Staff;
  viewer: Viewer;
  op: Operation;
}

/** This deployment asks for a second factor, and the session was begun without one. */
export const mustSetUpSecondFactor = (
  { config }: Pick<PageServices, 'config'>,
  { secondFactor }: SessionData,
): boolean => config.staffSecondFactor === 'required' && !secondFactor;

/** What a member of staff does as themselves, also while they act for a participant. */
export const staffOperation = (ctx: Context, services: PageServices, staffId: string): Operation =>
  requestOperation(ctx, services, { actor: `staff:${staffId}` });

/** The id in a page's address, as PostgreSQL gives it back. Throws not-found where it is none. */
export function idOf({ params }: Context): string {
  const id = idSchema.safeParse(params.id);
  if (!id.success) throw notFound();
  return id.data;
}
