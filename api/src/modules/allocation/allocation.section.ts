import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { html } from '../../http/pages/html.ts';
import { momentIn } from '../../http/pages/moment.ts';
import { allocatePath } from '../admin/navigation.ts';
import { factsCard, type ParticipantSection } from '../participant-overview/participant-section.ts';
import { hasRight } from '../staff/staff-rights.ts';
import { waitsForDraw } from './allocate-participant.command.ts';
import { Allocation } from './allocation.entities.ts';

/** Which group was drawn and when; or, for somebody who waits, the way to the draw for those who may. */
export const allocationSection: ParticipantSection = async ({ request, participant }) => {
  const { em, services, staff } = request;
  if (waitsForDraw(participant)) {
    return html`<section class="card" aria-labelledby="allocation">
<h2 id="allocation">Allocation</h2>
<p>The questionnaire is confirmed. The group is drawn next, by a manager.</p>
${hasRight(staff, 'allocate') && html`<p><a class="button" href="${allocatePath(participant.id)}">Draw the group</a></p>`}
</section>`;
  }
  if (participant.homeStep < HOME_STEP.plan)
    return factsCard('allocation', 'Allocation', [['Group', 'Not drawn yet']]);
  const allocation = await em.findOne(Allocation, { participant: participant.id });
  return factsCard('allocation', 'Allocation', [
    ['Group', participant.randomise ? 'Reduction' : 'Usual care'],
    ['Drawn', allocation ? momentIn(services.content.product.timeZone, allocation.drawnAt) : 'Not on record'],
  ]);
};
