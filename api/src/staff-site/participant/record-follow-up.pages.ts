import { isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { addContactAttempt } from '../../domain/trial/follow-ups/add-contact-attempt.command.ts';
import { completeFollowUp } from '../../domain/trial/follow-ups/complete-follow-up.command.ts';
import {
  ATTEMPT_OUTCOMES,
  CHANNELS,
  MAX_ATTEMPT_NOTE_LENGTH,
} from '../../domain/trial/follow-ups/follow-up.entities.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { formValues, readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

const CHOOSE = 'Choose one of the list.';
const months = z.coerce.number(CHOOSE).int(CHOOSE).min(1, CHOOSE).max(120, CHOOSE);
const NOTE = `Write at most ${MAX_ATTEMPT_NOTE_LENGTH} characters.`;

const doneSchema = z.object({
  doneMonths: months,
  doneOn: z.string('Give a day.').refine(isPlainDate, 'Give a day that exists.'),
});
const attemptSchema = z.object({
  attemptId: z.uuid('Open the page again.').toLowerCase(),
  months,
  channel: z.enum(Object.keys(CHANNELS) as (keyof typeof CHANNELS)[], CHOOSE),
  outcome: z.enum(Object.keys(ATTEMPT_OUTCOMES) as (keyof typeof ATTEMPT_OUTCOMES)[], CHOOSE),
  attemptNote: z.string(NOTE).trim().max(MAX_ATTEMPT_NOTE_LENGTH, NOTE),
});

const backTo = (id: string): string => `${participantPath(id)}#follow-ups`;

export function recordFollowUpPages(admin: StaffRouter): void {
  saveDone(admin);
  saveContactAttempt(admin);
}

/** Says that a follow-up was done, for instance by phone. */
function saveDone(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/follow-ups`;
  // The address of a rejected form, when it is loaded again.
  admin.get(path, 'record-follow-up', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'record-follow-up', async (request: StaffRequest) => {
    const { ctx, op } = request;
    const id = idOf(ctx);
    const { data, rejected } = readForm(ctx, doneSchema);
    if (rejected) return showParticipant(request, id, { followUpDone: rejected });
    try {
      await completeFollowUp(op, id, { months: data.doneMonths, doneOn: data.doneOn });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'not-found') throw error;
      const [issue] = error.issues;
      const errors = issue ? { doneOn: issue.message } : { doneMonths: error.message };
      return showParticipant(request, id, { followUpDone: { values: formValues(ctx.request.body), errors } });
    }
    seeOther(ctx, backTo(id));
  });
}

function saveContactAttempt(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/contact-attempts`;
  admin.get(path, 'record-follow-up', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'record-follow-up', async (request: StaffRequest) => {
    const { ctx, op, staff } = request;
    const id = idOf(ctx);
    const { data, rejected } = readForm(ctx, attemptSchema);
    if (rejected) return showParticipant(request, id, { contactAttempt: rejected });
    const { attemptId, attemptNote, ...attempt } = data;
    await addContactAttempt(op, id, { ...attempt, id: attemptId, note: attemptNote, staff: staff.id });
    seeOther(ctx, backTo(id));
  });
}
