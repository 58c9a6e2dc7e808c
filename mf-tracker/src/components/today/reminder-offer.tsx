import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { browserTimeZone } from '@stepwise/shared-contracts/dates/plain-date';
import { formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useId } from 'react';
import { hourOf } from '../../day/today.ts';

/** Offers a daily reminder at the hour at which the person is here now. */
export function ReminderOffer() {
  const { outbox, announce, now } = useHost();
  const id = useId();
  const hour = hourOf(now(), browserTimeZone());
  const time = formatTimeOfDay(`${hour}:00`);
  const choose = (chosen: number | null, said: string) => {
    // What is unsent shows in the shell's line.
    outbox.send(saveReminder, { hour: chosen }).catch(() => {});
    announce(said);
  };
  return (
    <Card aria-labelledby={id} className="stack screen-only">
      <h2 id={id}>Shall we remind you?</h2>
      <p className="soft small">On days without a check-up. The message names no medicine and no trial.</p>
      <div className="row">
        <Button variant="quiet" onClick={() => choose(hour, `We remind you at ${time}.`)}>
          Yes, at {time}
        </Button>
        <Button variant="quiet" onClick={() => choose(null, 'No reminders.')}>
          No, thanks
        </Button>
        <LinkButton variant="link" to="/contact#reminders">
          Choose when and how
        </LinkButton>
      </div>
    </Card>
  );
}
