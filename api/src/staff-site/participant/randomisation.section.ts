import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { Allocation } from '../../domain/trial/randomisation/allocation.entities.ts';
import { awaitsRandomisation } from '../../domain/trial/randomisation/confirm-randomisation.command.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { allocatePath } from '../page/navigation.ts';
import { factsCard, type ParticipantSection } from '../page/participant-section.ts';
import { waitingReasons } from './waiting-reasons.ts';

/** Since when the participant is in a group, and in which to those who may see it; or, where they wait, the link to randomise them for those who may. */
export const allocationSection: ParticipantSection = async ({ request, participant }) => {
  const { op, staff, viewer } = request;
  if (awaitsRandomisation(participant)) {
    const reasons = await waitingReasons(request, participant);
    const waitsForAddress = participant.awaitsRandomisation === 'address';
    return html`<section class="card pages-stack" aria-labelledby="allocation">
<h2 id="allocation">Allocation</h2>
<p>The questionnaire is confirmed. ${waitsForAddress ? 'Randomisation waits.' : 'The team randomises next.'}</p>
<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
${hasRight(staff, 'allocate') && html`<p><a class="button" href="${allocatePath(participant.id)}">Randomise</a></p>`}
</section>`;
  }
  if (participant.homeStep < HOME_STEP.plan)
    return factsCard('allocation', 'Allocation', [['Group', 'Not randomised yet']]);
  const allocation = await op.db.findOne(Allocation, { participant: participant.id });
  return factsCard('allocation', 'Allocation', [
    ...(viewer.arms ? ([['Group', participant.randomise ? 'Reduction' : 'Usual care']] as const) : []),
    [
      'Randomised',
      allocation ? formatDatetime(op.content.product.timeZone, allocation.drawnAt) : 'Not on record',
    ],
  ]);
};
