import { stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { useState } from 'react';
import { type ChosenState, FORM_PATH } from '../consent-steps.ts';

export type ChoiceStatus = 'idle' | 'saving' | 'failed' | 'asks-password';

/**
 * Saves what happens to the participant's information, then shows the thank-you. It is sent at once and never stored
 * for later: what cannot be undone must not happen after the participant has left the screen.
 */
export function useDataConsent(): {
  status: ChoiceStatus;
  /** While the password is asked for: what was wrong with the one given, empty at first. */
  passwordProblem: string;
  choose: (value: DataConsent, given?: { reason?: StopReason; currentPassword?: string }) => Promise<void>;
} {
  const { client, outbox, forgetParticipant } = useHost();
  const navigate = useNavigate();
  const participant = useParticipant(({ user }) => user?.id);
  const [status, setStatus] = useState<ChoiceStatus>('idle');

  const [passwordProblem, setPasswordProblem] = useState('');

  const choose: ReturnType<typeof useDataConsent>['choose'] = async (
    value,
    { reason, currentPassword } = {},
  ) => {
    setStatus('saving');
    // What was entered before belongs to the information the choice is about.
    await outbox.flush();
    try {
      const from = participant ? { participant } : {};
      if (reason) await client.send(stopContact, { reason }, from);
      else
        await client.send(saveUserDataConsent, { value, ...(currentPassword && { currentPassword }) }, from);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const issue = error.issues.find(({ path }) => path[0] === 'currentPassword');
      setPasswordProblem(issue && currentPassword ? issue.message : '');
      setStatus(issue ? 'asks-password' : 'failed');
      return;
    }
    await navigate(FORM_PATH, { replace: true, state: { chosen: value } satisfies ChosenState });
    // The server ends every session of a participant who withdraws, whatever they chose.
    await forgetParticipant();
  };
  return { status, passwordProblem, choose };
}
