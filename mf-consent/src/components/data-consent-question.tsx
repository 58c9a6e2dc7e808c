import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { FORM_PATH, stepPath } from '../consent-steps.ts';
import { ChoiceOutcome } from './choice-outcome.tsx';
import { StopNotice } from './stop-notice.tsx';
import { useDataConsent } from './use-data-consent.ts';

/** Asks a participant who does not take part whether the information given so far may be kept. */
export function DataConsentQuestion() {
  const { navigate, setTitle } = useHost();
  const { status, choose } = useDataConsent();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>May we keep the information you gave us?</PageHeading>
      <p>You do not want to take part. That is fine, and your usual care stays the same.</p>
      <StopNotice />
      <p>
        We would like to keep the information you have given us so far and use it for the research, as the
        consent form describes.
      </p>
      <ul>
        <li>If you agree, we keep your information.</li>
        <li>If you do not agree, you choose on the next page what happens to it.</li>
      </ul>
      <ChoiceOutcome status={status} />
      <ActionBar>
        <Button variant="quiet" onClick={() => navigate(FORM_PATH)}>
          Back
        </Button>
        <Button variant="quiet" onClick={() => navigate(stepPath('retention'))}>
          I do not agree
        </Button>
        <Button busy={status === 'saving'} onClick={() => choose('agree')}>
          I agree
        </Button>
      </ActionBar>
    </div>
  );
}
