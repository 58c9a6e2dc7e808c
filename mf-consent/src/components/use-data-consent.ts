import { stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { useState } from 'react';
import { type ChosenState, FORM_PATH } from '../consent-steps.ts';

export type ChoiceStatus = 'idle' | 'saving' | 'failed';

/**
 * Saves what happens to the participant's information, then shows the thank-you. It is sent at once and never stored
 * for later: what cannot be undone must not happen after the participant has left the screen.
 */
export function useDataConsent(): {
  status: ChoiceStatus;
  choose: (value: DataConsent, reason?: StopReason) => Promise<void>;
} {
  const { client, outbox, forgetParticipant } = useHost();
  const navigate = useNavigate();
  const participant = useParticipant(({ user }) => user?.id);
  const [status, setStatus] = useState<ChoiceStatus>('idle');

  const choose = async (value: DataConsent, reason?: StopReason) => {
    setStatus('saving');
    // What was entered before belongs to the information the choice is about.
    await outbox.flush();
    try {
      const from = participant ? { participant } : {};
      if (reason) await client.send(stopContact, { reason }, from);
      else await client.send(saveUserDataConsent, { value }, from);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setStatus('failed');
      return;
    }
    await navigate(FORM_PATH, { replace: true, state: { chosen: value } satisfies ChosenState });
    // The server ends every session of a participant who withdraws, whatever they chose.
    await forgetParticipant();
  };
  return { status, choose };
}
