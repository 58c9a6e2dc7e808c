import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { DATA_CONSENTS } from '@stepwise/shared-contracts/entities/consent';
import { planRejection } from '@stepwise/shared-contracts/plan/plan-state';
import { findPlanState } from '../../domain/care/plan/plan-state.ts';
import { Stop, type StopDegree } from '../../domain/people/participants/stop.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { CHOICES, REQUEST_REASONS } from '../../domain/trial/consent/data-consent-request.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { leavePlanPath, resumePlanPath } from '../consent/leave-plan.pages.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

const DEGREES: Record<StopDegree, string> = {
  plan: 'Left the plan, stays in the follow-up',
  contact: CHOICES.agree.receipt,
  anonymous: CHOICES.anonymous.receipt,
};

/** What the participant stopped; for managers also links to what they may ask for by phone, each of which asks once more. */
export const withdrawalSection: ParticipantSection = async ({ request, participant }) => {
  const { op, staff, session } = request;
  const { id, dataConsent, leftPlanOn } = participant;
  // Only one group has a plan to leave.
  const seen = hasRight(staff, 'see-arms') ? {} : { degree: { $ne: 'plan' as const } };
  const stops = await op.db.find(Stop, { participant: id, ...seen }, { orderBy: { id: 'asc' } });
  const mayChange = hasRight(staff, 'withdraw') && dataConsent !== 'anonymous';
  if (stops.length === 0 && !mayChange) return null;
  const mayLeave = mayChange && !planRejection('leavePlan', await findPlanState(op, participant), 'team');
  const open = DATA_CONSENTS.filter((choice) => choice !== dataConsent);
  return stack(
    'withdrawal',
    'Stopping',
    html`${
      stops.length === 0
        ? html`<p class="print-only">Nothing was stopped.</p>`
        : table(
            'What they stopped',
            ['Day', 'What', 'Reason', 'Carried out by'],
            stops.map(({ stoppedOn, degree, reason, carriedOutBy }) => [
              formatDate(stoppedOn),
              DEGREES[degree],
              REQUEST_REASONS[reason],
              carriedOutBy === 'team' ? 'The team' : 'The participant',
            ]),
          )
    }
${
  mayChange &&
  html`<p class="screen-only">Asked by phone to stop? The same choices that the participant has. Each is explained, and asks once more, before anything happens.</p>
<ul class="screen-only">${mayLeave && html`<li><a class="pages-link" href="${leavePlanPath(id)}">They leave the plan and stay in the follow-up</a></li>`}
${open.map((choice) => html`<li><a class="pages-link" href="${participantPath(id)}/withdraw/${choice}">${CHOICES[choice].heading}</a></li>`)}</ul>`
}
${
  mayChange &&
  leftPlanOn &&
  !dataConsent &&
  html`<form class="pages-form" method="post" action="${resumePlanPath(id)}">
${tokenField(session.csrfToken)}
<button class="button" data-variant="quiet">Open the plan again</button>
</form>`
}`,
  );
};
