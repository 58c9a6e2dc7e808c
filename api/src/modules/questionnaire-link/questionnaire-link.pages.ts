import * as z from 'zod';
import { readForm } from '../../http/pages/form.ts';
import type { AdminRouter } from '../admin/admin-router.ts';
import { PARTICIPANTS, participantPath } from '../admin/navigation.ts';
import { idOf, type StaffRequest, seeOther } from '../admin/staff-request.ts';
import { showParticipant } from '../participant-overview/participant.page.ts';
import { questionnaireLinkSchema } from './questionnaire-link.schema.ts';
import { setQuestionnaireLink } from './set-questionnaire-link.command.ts';

export function questionnaireLinkPages(admin: AdminRouter): void {
  const path = `${PARTICIPANTS}/:id/questionnaire-link`;
  // The address of a refused form, when it is loaded again.
  admin.get(path, 'act', async ({ ctx }) => seeOther(ctx, participantPath(idOf(ctx))));
  admin.post(path, 'act', takeLink);
}

async function takeLink(request: StaffRequest): Promise<void> {
  const { ctx, services } = request;
  const id = idOf(ctx);
  const { hosts } = services.content.product.questionnaire;
  const { data, refused } = readForm(ctx, z.object({ link: questionnaireLinkSchema(hosts) }));
  if (refused) return showParticipant(request, id, { link: refused });
  await setQuestionnaireLink(request, id, data.link || null);
  seeOther(ctx, `${participantPath(id)}#questionnaire-link`);
}
