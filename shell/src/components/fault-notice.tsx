import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';
import type { SessionFault } from '../services/session.ts';
import { useSession, useShell } from '../services/shell-services.ts';

const WORDS: Record<SessionFault, { title: string; text: string }> = {
  offline: {
    title: 'There is no connection',
    text: 'You see what this device kept when it was last connected. What you record is kept here, and sent once there is a connection.',
  },
  'log-in-check': {
    title: 'You may still be logged in',
    text: 'This could not be checked. Nothing you saved is lost. Please check your connection and try again.',
  },
  data: {
    title: 'Your information could not be loaded',
    text: 'Nothing you saved is lost. Please check your connection and try again.',
  },
  survey: {
    title: 'The survey could not be loaded',
    text: 'Please check your connection and try again.',
  },
  'log-out': {
    title: 'You are still logged in',
    text: 'Logging out did not work. Please check your connection and try again.',
  },
};

/** Says what could not be loaded or done, with a way to try again. */
export function FaultNotice() {
  const { session } = useShell();
  const { logOut, site } = useHost();
  const fault = useSession((state) => state.fault);
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const [busy, setBusy] = useState(false);
  if (!fault) return null;

  const tryAgain = async () => {
    setBusy(true);
    await (fault === 'log-out' ? logOut() : session.start(isLoggedIn || fault === 'log-in-check'));
    setBusy(false);
  };
  return (
    <>
      <Notice tone={fault === 'offline' ? 'info' : 'warning'} title={WORDS[fault].title} announced>
        <p>{WORDS[fault].text}</p>
        <Button variant={fault === 'offline' ? 'quiet' : 'filled'} busy={busy} onClick={tryAgain}>
          {busy ? 'Trying again…' : 'Try again'}
        </Button>
      </Notice>
      {(fault === 'data' || fault === 'log-in-check') && (
        <CrisisContacts title="If you need help now" contacts={[site.emergency, site.counselling]} />
      )}
    </>
  );
}
