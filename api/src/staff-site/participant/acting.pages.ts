import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '../../domain/people/acting/acting-rules.ts';
import { startActing } from '../../domain/people/acting/start-acting.command.ts';
import { readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { renewSession } from '../../request/renew-session.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

const FAULT = `Say why you act for this participant, in ${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters.`;
const formSchema = z.object({
  reason: z.string(FAULT).trim().min(MIN_REASON_LENGTH, FAULT).max(MAX_REASON_LENGTH, FAULT),
});

export function actingPages(admin: StaffRouter): void {
  // The address of a rejected form, when it is loaded again.
  admin.get(`${PARTICIPANTS}/:id/act`, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(`${PARTICIPANTS}/:id/act`, 'act', act);
}

async function act(request: StaffRequest): Promise<void> {
  const { ctx, op, session, staff } = request;
  const id = idOf(ctx);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return showParticipant(request, id, { act: rejected });
  const { startedAt, secondFactor } = session;
  await inTransaction(op, async (op) => {
    const { reason } = data;
    const until = await startActing(op, staff.id, {
      participantId: id,
      reason,
      sessionKeyHash: keyHashOf(ctx),
    });
    await renewSession(ctx, op, {
      staffId: staff.id,
      participantId: id,
      acting: { reason, until },
      startedAt,
      ...(secondFactor && { secondFactor }),
    });
  });
  seeOther(ctx, '/');
}
