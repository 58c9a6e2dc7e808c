import * as z from 'zod';
import { addNote } from '../../domain/people/participants/add-note.command.ts';
import { MAX_NOTE_LENGTH } from '../../domain/people/participants/participant-note.entity.ts';
import { readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

const FAULT = `Write a note of 1 to ${MAX_NOTE_LENGTH} characters.`;
const formSchema = z.object({
  id: z.uuid(FAULT).toLowerCase(),
  note: z.string(FAULT).trim().min(1, FAULT).max(MAX_NOTE_LENGTH, FAULT),
});

export function notePages(admin: StaffRouter): void {
  // The address of a rejected form, when it is loaded again.
  admin.get(`${PARTICIPANTS}/:id/notes`, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(`${PARTICIPANTS}/:id/notes`, 'act', saveNote);
}

async function saveNote(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const participantId = idOf(ctx);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return showParticipant(request, participantId, { note: rejected });
  await addNote(op, participantId, { id: data.id, staffId: staff.id, text: data.note });
  seeOther(ctx, `${participantPath(participantId)}#notes`);
}
