import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { Markup } from '../components/markup.tsx';
import { PrintActions } from '../components/print-actions.tsx';
import { RejectionNotice } from '../components/rejection-notice.tsx';
import { PlanView } from '../components/schedule/plan-view.tsx';
import { ScheduleChoices, StartingDose } from '../components/schedule/schedule-choices.tsx';
import { WizardActions } from '../components/wizard-actions.tsx';
import { usePlan, usePlanRejection } from '../schedule/use-plan.ts';
import { SCHEDULE_PAGE } from '../wizard-route.ts';

/** Page 6: the recommended schedule, and the others of the same medicine to choose from. */
export function SchedulePage() {
  const { setTitle } = useHost();
  const plan = usePlan();
  const rejection = usePlanRejection('saveSchedule');
  const isActing = useParticipant((state) => state.adminActing);
  // No reduction is offered while help is on.
  const mayChoose = !rejection && plan.hold === null;
  return (
    <div className="page column">
      <div>
        <p className="eyebrow">{plan.name}</p>
        {/* Where the server rejects a choice, the one that had the focus goes. */}
        <PageHeading onTitle={setTitle} focusKey={rejection ?? undefined}>
          {mayChoose ? 'Your recommended schedule' : 'Your schedule'}
        </PageHeading>
      </div>
      {rejection && <RejectionNotice rejection={rejection} />}
      <PlanView
        plan={plan}
        between={
          mayChoose && <p>Ask your Doctor for a prescription if they agree with the recommendation below:</p>
        }
      />
      <Markup html={plan.description} />
      {mayChoose && (
        <div className="screen-only">
          <ScheduleChoices />
        </div>
      )}
      {isActing && mayChoose && (
        <div className="screen-only">
          <StartingDose />
        </div>
      )}
      <PrintActions />
      <WizardActions page={SCHEDULE_PAGE} />
    </div>
  );
}
