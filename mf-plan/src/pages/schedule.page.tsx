import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { Markup } from '../components/markup.tsx';
import { PrintActions } from '../components/print-actions.tsx';
import { PlanView } from '../components/schedule/plan-view.tsx';
import { ScheduleChoices, StartingDose } from '../components/schedule/schedule-choices.tsx';
import { StartedNotice } from '../components/started-notice.tsx';
import { WizardActions } from '../components/wizard-actions.tsx';
import { useIsStarted, usePlan } from '../schedule/use-plan.ts';
import { SCHEDULE_PAGE } from '../wizard-route.ts';

/** Page 6: the recommended schedule, and the others of the same medicine to choose from. */
export function SchedulePage() {
  const { setTitle } = useHost();
  const plan = usePlan();
  const isStarted = useIsStarted();
  const isActing = useParticipant((state) => state.adminActing);
  return (
    <div className="page">
      <div>
        <p className="eyebrow">{plan.name}</p>
        <PageHeading onTitle={setTitle}>
          {isStarted ? 'Your schedule' : 'Your recommended schedule'}
        </PageHeading>
      </div>
      {isStarted && <StartedNotice />}
      <PlanView
        plan={plan}
        between={
          !isStarted && <p>Ask your Doctor for a prescription if they agree with the recommendation below:</p>
        }
      />
      <Markup html={plan.description} />
      {!isStarted && (
        <div className="screen-only">
          <ScheduleChoices />
        </div>
      )}
      {isActing && (
        <div className="screen-only">
          <StartingDose />
        </div>
      )}
      <PrintActions />
      <WizardActions page={SCHEDULE_PAGE} />
    </div>
  );
}
