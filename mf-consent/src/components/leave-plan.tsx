import { leavePlan } from '@stepwise/shared-contracts/calls/stop.calls';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useDoseInForce } from '@stepwise/shared-contracts/plan/use-dose-in-force';
import { useState } from 'react';
import { stepPath } from '../consent-steps.ts';
import { ChoiceOutcome } from './choice-outcome.tsx';
import { ReasonField } from './reason-field.tsx';
import { StopNotice } from './stop-notice.tsx';
import type { ChoiceStatus } from './use-data-consent.ts';

/** Explains what leaving the plan means, and does so on confirmation. It is sent at once and never stored for later. */
export function LeavePlan() {
  const { client, outbox, navigate, refresh, setTitle } = useHost();
  const [reason, setReason] = useState<StopReason>('none-given');
  const [status, setStatus] = useState<ChoiceStatus>('idle');
  const dose = useDoseInForce();
  const leave = async () => {
    setStatus('saving');
    // A check-up that was made before belongs to the plan.
    await outbox.flush();
    try {
      await client.send(leavePlan, { reason });
    } catch {
      setStatus('failed');
      return;
    }
    await refresh().catch(() => {});
    navigate('/');
  };
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>Leave the plan and stay in the follow-up?</PageHeading>
      <StopNotice />
      <ul>
        <li>{dose !== 0 && 'You stay on the dose you take now. '}No further step comes.</li>
        <li>The daily check-ups and their reminders end. What you recorded stays.</li>
        <li>You stay in the trial: we ask you for the follow-up questionnaires.</li>
        <li>If you want to go on with the plan later, call the research team.</li>
      </ul>
      <ReasonField value={reason} onChange={setReason} />
      <ChoiceOutcome status={status} />
      <ActionBar>
        <Button variant="quiet" onClick={() => navigate(stepPath('stop'))}>
          Back
        </Button>
        <Button busy={status === 'saving'} onClick={() => void leave()}>
          Leave the plan
        </Button>
      </ActionBar>
    </div>
  );
}
