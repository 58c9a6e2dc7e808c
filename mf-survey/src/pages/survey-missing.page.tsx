import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';
import { readAnswers } from '../survey/score-answers.ts';

/** The questions could not be loaded when the app started. */
export function SurveyMissingPage() {
  const host = useHost();
  const [status, setStatus] = useState('');
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    setStatus('Loading the survey...');
    try {
      await readAnswers(host);
    } catch {
      setStatus('That did not work. Please check your connection and try again.');
      setBusy(false);
    }
  };
  return (
    <div className="page column">
      <PageHeading onTitle={host.setTitle}>The survey could not be loaded</PageHeading>
      <p>This can happen when the connection is poor. Nothing you answered has been lost.</p>
      <Status text={status} />
      <ActionBar>
        <Button busy={busy} onClick={load}>
          Try again
        </Button>
      </ActionBar>
    </div>
  );
}
