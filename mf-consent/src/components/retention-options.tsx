import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { stepPath } from '../consent-steps.ts';
import { type StepOption, StepOptions } from './step-options.tsx';

const OPTIONS: readonly StepOption[] = [
  { step: 'delete', text: 'Delete all information', meaning: 'Nothing of what you gave us is left.' },
  {
    step: 'anonymous',
    text: 'Keep anonymous data but delete identifying data',
    meaning: 'We keep answers and numbers that nobody can connect to you.',
  },
  {
    step: 'help',
    text: 'I need to talk to someone before I agree',
    meaning: 'Nothing changes until you choose.',
  },
];

/** The choices of a participant who does not want their information kept. */
export function RetentionOptions() {
  const { navigate, setTitle } = useHost();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>What should happen to your information?</PageHeading>
      <p>Choose one. The next page says what it means before anything happens.</p>
      <StepOptions options={OPTIONS} />
      <ActionBar>
        <Button variant="link" onClick={() => navigate(stepPath('data'))}>
          Back
        </Button>
      </ActionBar>
    </div>
  );
}
