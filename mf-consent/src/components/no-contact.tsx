import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';
import { stepPath } from '../consent-steps.ts';
import { ChoiceOutcome } from './choice-outcome.tsx';
import { ReasonField } from './reason-field.tsx';
import { StopNotice } from './stop-notice.tsx';
import { useDataConsent } from './use-data-consent.ts';

/** Explains what no more contact means, and applies it on confirmation. */
export function NoContact() {
  const { navigate, setTitle } = useHost();
  const { status, choose } = useDataConsent();
  const hasPlan = useParticipant(({ user }) => user?.randomise ?? false);
  const [reason, setReason] = useState<StopReason>('none-given');
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>No more contact, and we keep what we have?</PageHeading>
      <StopNotice />
      <ul>
        <li>You leave the trial. We send you no messages and ask you for no questionnaires.</li>
        <li>We keep your information and use it for the research, as the consent form describes.</li>
        <li>
          You are logged out. You can log in again{hasPlan && ', read your plan'} and agree again at any time.
        </li>
      </ul>
      <ReasonField value={reason} onChange={setReason} />
      <ChoiceOutcome status={status} />
      <ActionBar>
        <Button variant="quiet" onClick={() => navigate(stepPath('stop'))}>
          Back
        </Button>
        <Button busy={status === 'saving'} onClick={() => choose('agree', { reason })}>
          No more contact
        </Button>
      </ActionBar>
    </div>
  );
}
