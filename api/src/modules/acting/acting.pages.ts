import type { Context } from 'koa';
import * as z from 'zod';
import type { AdminRouter } from '../admin/admin-router.ts';
import { PARTICIPANTS, participantPath } from '../admin/navigation.ts';
import { idOf, type StaffRequest, seeOther } from '../admin/staff-request.ts';
import { showParticipant } from '../participant-overview/participant.page.ts';
import { LONGEST_REASON, SHORTEST_REASON } from './acting-rules.ts';
import { startActing } from './start-acting.command.ts';

const reasonSchema = z.object({ reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON) });

export function actingPages(admin: AdminRouter): void {
  // The address of a refused form, when it is loaded again.
  admin.get(`${PARTICIPANTS}/:id/act`, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(`${PARTICIPANTS}/:id/act`, 'act', act);
}

async function act(request: StaffRequest): Promise<void> {
  const { ctx } = request;
  const id = idOf(ctx);
  const form = reasonSchema.safeParse(ctx.request.body);
  if (!form.success) return showParticipant(request, id, { reason: givenReason(ctx) });
  await startActing(request, id, form.data.reason);
  seeOther(ctx, '/');
}

const givenReason = ({ request }: Context): string =>
  z.object({ reason: z.string() }).safeParse(request.body).data?.reason ?? '';
