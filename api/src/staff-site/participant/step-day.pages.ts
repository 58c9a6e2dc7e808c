import { isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { setStepDay } from '../../domain/care/plan/set-step-day.command.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { formValues, readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

const formSchema = z.object({ day: z.string('Choose a day.').refine(isPlainDate, 'Choose a day.') });

/** The new day of a step that waits. */
export function stepDayPages(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/step-day`;
  // The address of a rejected form, when it is loaded again.
  admin.get(path, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'act', saveDay);
}

async function saveDay(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const id = idOf(ctx);
  const { data, rejected } = readForm(ctx, formSchema);
  if (rejected) return showParticipant(request, id, { stepDay: rejected });
  try {
    await setStepDay(op, id, data.day);
  } catch (error) {
    const isOfDay = error instanceof AppError && error.code === 'unprocessable';
    if (!isOfDay) throw error;
    const values = formValues(ctx.request.body);
    return showParticipant(request, id, { stepDay: { values, errors: { day: error.message } } });
  }
  seeOther(ctx, `${participantPath(id)}#plan`);
}
