import {
  turnOffNotifications,
  turnOnNotifications,
} from '@stepwise/shared-contracts/calls/notification.calls';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';

const WORDS = {
  idle: '',
  asking: 'Your browser may ask you to allow notifications…',
  refused: 'This browser does not allow notifications. Our messages come by email.',
  failed: 'This could not be saved. Please check your connection and try again.',
};

/** Whether reminders come as notifications on this device, instead of by email. The browser asks after a press only. */
export function Notifications({ push: { publicKey, isOn } }: { push: NonNullable<Reminder['push']> }) {
  const { client, subscribeToPush, refresh } = useHost();
  const [status, setStatus] = useState<keyof typeof WORDS>('idle');
  if (!isOn && !subscribeToPush) return null;
  const turn = async (on: boolean) => {
    setStatus('asking');
    try {
      if (on) {
        const device = await subscribeToPush?.(publicKey);
        if (!device) return setStatus('refused');
        await client.send(turnOnNotifications, device);
      } else await client.send(turnOffNotifications, undefined);
      await refresh();
      setStatus('idle');
    } catch {
      setStatus('failed');
    }
  };
  return (
    <>
      <p>
        {isOn
          ? 'On this device our messages come as notifications, instead of by email.'
          : 'They can come as notifications on this device instead, as long as you stay logged in here.'}
      </p>
      <Button variant="quiet" busy={status === 'asking'} onClick={() => void turn(!isOn)}>
        {isOn ? 'Use email instead' : 'Use notifications on this device'}
      </Button>
      <Status text={WORDS[status]} />
    </>
  );
}
