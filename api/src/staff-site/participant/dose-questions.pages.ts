import * as z from 'zod';
import { closeDoseQuestion } from '../../domain/care/plan/dose-questions.command.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

const formSchema = z.object({ question: z.uuid() });

/** Closing a participant's question about a dose. */
export function doseQuestionPages(admin: StaffRouter): void {
  admin.get(`${PARTICIPANTS}/:id/dose-questions`, 'act', async ({ ctx }) =>
    seeOther(ctx, participantPath(idOf(ctx))),
  );
  admin.post(`${PARTICIPANTS}/:id/dose-questions`, 'act', async ({ ctx, op, staff }) => {
    const { data } = readForm(ctx, formSchema);
    if (!data) throw notFound();
    await closeDoseQuestion(op, idOf(ctx), data.question, staff.id);
    seeOther(ctx, participantPath(idOf(ctx)));
  });
}
