import * as z from 'zod';
import { LONGEST_REASON, SHORTEST_REASON } from '../../domain/acting/acting-rules.ts';
import { startActing } from '../../domain/acting/start-acting.command.ts';
import { readForm } from '../../platform/html/form.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest, seeOther } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

const FAULT = `Say why you act for this participant, in ${SHORTEST_REASON} to ${LONGEST_REASON} characters.`;
const formSchema = z.object({
  reason: z.string(FAULT).trim().min(SHORTEST_REASON, FAULT).max(LONGEST_REASON, FAULT),
});

export function actingPages(admin: StaffRouter): void {
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
