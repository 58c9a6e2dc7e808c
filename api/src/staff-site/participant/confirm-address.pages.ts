import * as z from 'zod';
import { confirmAddress } from '../../domain/people/accounts/confirm-address.command.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { confirmAddressPath, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

export function confirmAddressPages(admin: StaffRouter): void {
  const path = confirmAddressPath(':id');
  // The address of a rejected form, when it is loaded again.
  admin.get(path, 'confirm-address', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'confirm-address', confirm);
}

async function confirm(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const id = idOf(ctx);
  const participant = await op.db.findOne(Participant, { id });
  if (!participant) throw notFound();
  const schema = z.object({
    address: z
      .string('Type the address that they gave you.')
      .trim()
      .toLowerCase()
      .refine(
        (address) => address === participant.email,
        'This is not the email address of this participant.',
      ),
  });
  const { data, rejected } = readForm(ctx, schema);
  if (rejected) return showParticipant(request, id, { address: rejected });
  await confirmAddress(op, id, { email: data.address, staffId: staff.id });
  seeOther(ctx, participantPath(id));
}
