import type Router from '@koa/router';
import type { Context } from 'koa';
import { Staff } from '../../domain/people/staff/staff.entity.ts';
import { hasRight, type StaffRight } from '../../domain/people/staff/staff-rights.ts';
import { viewerOf } from '../../domain/people/staff/viewer.ts';
import { notAllowed } from '../../platform/errors/app-error.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { LOG_IN, LOG_OUT, SECOND_FACTOR } from './navigation.ts';
import {
  mustSetUpSecondFactor,
  type PageServices,
  type StaffRequest,
  staffOperation,
} from './staff-request.ts';

type Handle = (request: StaffRequest) => Promise<void>;

/** The research team's pages, each with the right that it asks for. */
export interface StaffRouter {
  get(path: string, right: StaffRight, handle: Handle): void;
  post(path: string, right: StaffRight, handle: Handle): void;
}

export const staffRouter = (router: Router, services: PageServices): StaffRouter => ({
  get: (path, right, handle) => router.get(path, forStaff(services, right, handle)),
  post: (path, right, handle) => router.post(path, forStaff(services, right, handle)),
});

/** What members of staff may open before they have set up a second factor. */
const OPEN_WITHOUT_SECOND_FACTOR = [SECOND_FACTOR, LOG_OUT];

/**
 * Admits members of staff, redirects visitors to the log-in page and those who still need a second factor to its page,
 * and rejects those who lack the right.
 */
const forStaff =
  (services: PageServices, right: StaffRight, handle: Handle) =>
  async (ctx: Context): Promise<void> => {
    const session = sessionOf(ctx);
    const staff = session.staffId ? await ctx.state.em.findOne(Staff, { id: session.staffId }) : null;
    if (!staff) return seeOther(ctx, LOG_IN);
    if (mustSetUpSecondFactor(services, session) && !OPEN_WITHOUT_SECOND_FACTOR.includes(ctx.path))
      return seeOther(ctx, SECOND_FACTOR);
    if (!hasRight(staff, right)) {
      noteFailedAccess(ctx, services, 'staff.right-refused', staff.id);
      throw notAllowed('Your role on the team does not allow this.');
    }
    const op = staffOperation(ctx, services, staff.id);
    await handle({ ctx, services, session, staff, viewer: viewerOf(staff), op });
  };
