import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isLoggedIn } from '@stepwise/shared-contracts/store/selectors';
import { useGo } from '../survey/use-survey.ts';
import styles from './next-steps.module.css';

/** Page 1: the steps from the survey to the plan. */
export function NextStepsPage() {
  const { setTitle } = useHost();
  const loggedIn = useParticipant(isLoggedIn);
  const go = useGo();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>The next steps</PageHeading>
      <ol className={styles.steps}>
        <li>
          <h2>Do the survey</h2>
          <p className="soft">
            Up to about 10 minutes. It tells you whether the trial suits you now. Your answers are scored and
            not kept.
          </p>
        </li>
        {!loggedIn && (
          <li>
            <h2>Sign up</h2>
            <p className="soft">With your email address and a password, if the trial suits you.</p>
          </li>
        )}
        <li>
          <h2>Consent to participate</h2>
          <p className="soft">5 minutes. Read what the trial does and what it asks of you, then decide.</p>
        </li>
        <li>
          <h2>Fill in the questionnaire</h2>
          <p className="soft">30 minutes. It is about your health and opens in a new window.</p>
        </li>
        <li>
          <h2>Make your plan</h2>
          <p className="soft">
            20 minutes with your doctor or nurse, if chance puts you in the group that reduces the dose. After
            that, a check-up of about 2 minutes each day.
          </p>
        </li>
      </ol>
      <ActionBar>
        <Button variant="quiet" onClick={() => go({ at: 'welcome' })}>
          Back
        </Button>
        <Button onClick={() => go({ at: 'question', index: 0 })}>Do the survey</Button>
      </ActionBar>
    </div>
  );
}
