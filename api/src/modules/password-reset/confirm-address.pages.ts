import * as z from 'zod';
import { notFound } from '../../http/app-error.ts';
import { readForm } from '../../http/pages/form.ts';
import type { AdminRouter } from '../admin/admin-router.ts';
import { confirmAddressPath, participantPath } from '../admin/navigation.ts';
import { idOf, type StaffRequest, seeOther } from '../admin/staff-request.ts';
import { Participant } from '../participant/participant.entity.ts';
import { showParticipant } from '../participant-overview/participant.page.ts';
import { confirmAddress } from './confirm-address.command.ts';

export function confirmAddressPages(admin: AdminRouter): void {
  const path = confirmAddressPath(':id');
  // The address of a refused form, when it is loaded again.
  admin.get(path, 'confirm-address', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'confirm-address', takeConfirmation);
}

async function takeConfirmation(request: StaffRequest): Promise<void> {
  const { ctx, em } = request;
  const id = idOf(ctx);
  const participant = await em.findOne(Participant, { id });
  if (!participant) throw notFound();
  const schema = z.object({
    address: z
      .string('Type the address that they told you.')
      .trim()
      .toLowerCase()
      .refine((typed) => typed === participant.email, 'This is not the email address of this participant.'),
  });
  const { data, refused } = readForm(ctx, schema);
  if (refused) return showParticipant(request, id, { address: refused });
  await confirmAddress(request, id, data.address);
  seeOther(ctx, participantPath(id));
}
