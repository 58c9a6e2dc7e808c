import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { contactDetailsOf } from '../../domain/people/accounts/merge-details.ts';
import { saveDetails } from '../../domain/people/accounts/save-details.command.ts';
import { lockParticipant } from '../../domain/people/participants/lock-participant.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { AppError, notAllowed } from '../../platform/errors/app-error.ts';
import { formValues, readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { confirmPassword } from '../../request/confirm-password.ts';
import { isKnownAddress } from '../../request/is-known-address.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { CONTACT_REASONS, CONTACT_SOURCES } from './contact-corrections.ts';
import { showParticipant } from './participant.page.ts';

const NAME = 'Enter the first name, in at most 150 characters.';
const LONG = 'This is too long.';
const EMAIL = 'Enter an email address like name@example.org.';
const CHOOSE = 'Choose from the list.';
const formSchema = z.object({
  firstName: z.string(NAME).trim().min(1, NAME).max(150, NAME),
  lastName: z.string(LONG).trim().max(150, LONG),
  phone: z.string(LONG).trim().max(40, LONG),
  email: z.string(EMAIL).trim().pipe(z.email(EMAIL).max(254, LONG)),
  currentPassword: z.string().max(256, LONG).optional(),
  correctionReason: z.enum(CONTACT_REASONS, CHOOSE),
  source: z.enum(CONTACT_SOURCES, CHOOSE),
  known: z
    .string()
    .transform((text, issues) => {
      try {
        return JSON.parse(text);
      } catch {
        issues.addIssue('This form cannot be read. Open the page again.');
        return z.NEVER;
      }
    })
    .pipe(z.object({ firstName: z.string(), lastName: z.string(), phone: z.string(), email: z.string() })),
});

export function contactDetailsPages(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/contact`;
  // The address of a rejected form, when it is loaded again.
  admin.get(path, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'act', saveContact);
}

async function saveContact(request: StaffRequest): Promise<void> {
  const { ctx } = request;
  const id = idOf(ctx);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return showParticipant(request, id, { contact: rejected });
  try {
    // In the participant's place, so that a new address counts as theirs once it is confirmed.
    await inTransaction({ ...request.op, onBehalfOf: id }, async (op) => {
      const participant = await lockParticipant(op.db, id);
      if (participant.dataConsent) throw notAllowed('This person no longer takes part.');
      const { currentPassword, correctionReason: reason, source, ...details } = data;
      if (details.email.toLowerCase() !== details.known.email)
        await confirmPassword({ ...request, op, participant }, currentPassword);
      await saveDetails(
        op,
        participant,
        { ...details, password: '' },
        {
          keptSession: keyHashOf(ctx),
          isKnownAddress: isKnownAddress({ ...request, op }),
          correction: { reason, source },
        },
      );
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = formValues(ctx.request.body);
    if (error.code === 'conflict') return showConflict(request, id, error, values);
    if (error.code !== 'unprocessable') throw error;
    const errors = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
    return showParticipant(request, id, { contact: { values, errors } });
  }
  seeOther(ctx, `${participantPath(id)}#contact`);
}

/** Shows what was typed beside what another person saved meanwhile. Saving it again replaces that. */
async function showConflict(
  request: StaffRequest,
  id: string,
  { issues }: AppError,
  { known: _, ...values }: Record<string, string>,
): Promise<void> {
  const participant = await request.op.db.fork().findOneOrFail(Participant, { id });
  const now = new Map(Object.entries(contactDetailsOf(participant)));
  const errors = issues.map(({ path: [field = ''] }) => {
    const text = now.get(String(field));
    return [
      field,
      `It was changed meanwhile and is now ${text ? `“${text}”` : 'empty'}. Save again to replace it.`,
    ];
  });
  await showParticipant(request, id, { contact: { values, errors: Object.fromEntries(errors) } });
}
