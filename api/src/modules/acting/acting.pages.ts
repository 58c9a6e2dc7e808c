import * as z from 'zod';
import { readForm } from '../../http/pages/form.ts';
import type { AdminRouter } from '../admin/admin-router.ts';
import { PARTICIPANTS, participantPath } from '../admin/navigation.ts';
import { idOf, type StaffRequest, seeOther } from '../admin/staff-request.ts';
import { showParticipant } from '../participant-overview/participant.page.ts';
import { LONGEST_REASON, SHORTEST_REASON } from './acting-rules.ts';
import { startActing } from './start-acting.command.ts';

const FAULT = `Say why you act for this participant, in ${SHORTEST_REASON} to ${LONGEST_REASON} characters.`;
const formSchema = z.object({
  reason: z.string(FAULT).trim().min(SHORTEST_REASON, FAULT).max(LONGEST_REASON, FAULT),
});

export function actingPages(admin: AdminRouter): void {
  // The address of a refused form, when it is loaded again.
  admin.get(`${PARTICIPANTS}/:id/act`, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(`${PARTICIPANTS}/:id/act`, 'act', act);
}

async function act(request: StaffRequest): Promise<void> {
  const { ctx } = request;
  const id = idOf(ctx);
  const { data, refused } = readForm(ctx, formSchema);
  if (refused) return showParticipant(request, id, { act: refused });
  await startActing(request, id, data.reason);
  seeOther(ctx, '/');
}
