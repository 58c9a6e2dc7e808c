import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useDoseInForce } from '@stepwise/shared-contracts/plan/use-dose-in-force';
import { type StepOption, StepOptions } from './step-options.tsx';
import { StopNotice } from './stop-notice.tsx';

const leavePlan = (dose: number | null): StepOption => ({
  step: 'leave-plan',
  text: `${dose === 0 ? 'Leave' : 'Stay on my present dose and leave'} the plan; stay in the follow-up`,
  meaning: 'No more steps and check-ups. We still ask you for the follow-up questionnaires.',
});
const OPTIONS: readonly StepOption[] = [
  {
    step: 'no-contact',
    text: 'No more contact; keep what you have',
    meaning: 'You leave the trial. We keep what you gave us and use it for the research.',
  },
  {
    step: 'data',
    text: 'Leave the trial, and choose what happens to my information',
    meaning: 'We can also delete what identifies you, or everything.',
  },
];

/** The degrees of stopping, the least first. */
export function StopOptions() {
  const { setTitle } = useHost();
  const hasPlan = useParticipant(
    ({ user }) => user?.randomise && user.homestep >= HOME_STEP.plan && user.consentAgree && !user.leftplan,
  );
  const dose = useDoseInForce();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>How do you want to stop?</PageHeading>
      <StopNotice />
      <p>You need not say why. The next page says what each means before anything happens.</p>
      <StepOptions options={[...(hasPlan ? [leavePlan(dose)] : []), ...OPTIONS]} />
      <ActionBar>
        <LinkButton variant="link" to="/contact">
          Go back, change nothing
        </LinkButton>
      </ActionBar>
    </div>
  );
}
