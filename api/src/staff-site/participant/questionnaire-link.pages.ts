import * as z from 'zod';
import { questionnaireLinkSchema } from '../../domain/people/participants/questionnaire-link.schema.ts';
import { setQuestionnaireLink } from '../../domain/people/participants/set-questionnaire-link.command.ts';
import { readForm } from '../../platform/html/form.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { showParticipant } from './participant.page.ts';

export function questionnaireLinkPages(admin: StaffRouter): void {
  const path = `${PARTICIPANTS}/:id/questionnaire-link`;
  // The address of a rejected form, when it is loaded again.
  admin.get(path, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'act', saveLink);
}

async function saveLink(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const id = idOf(ctx);
  const { hosts } = op.content.product.questionnaire;
  const { data, rejected } = readForm(ctx, z.object({ link: questionnaireLinkSchema(hosts) }));
  if (rejected) return showParticipant(request, id, { link: rejected });
  await setQuestionnaireLink(op, id, data.link || null);
  seeOther(ctx, `${participantPath(id)}#questionnaire-link`);
}
