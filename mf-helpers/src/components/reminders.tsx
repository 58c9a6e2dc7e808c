import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';

const NEVER = '';
const OPTIONS = [
  { value: NEVER, text: 'No reminders' },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    text: `At ${formatTimeOfDay(`${hour}:00`)}`,
  })),
];

/** Chooses a message a day on days without a record. */
export function Reminders({ reminder, email }: { reminder: Reminder; email: string }) {
  const { outbox } = useHost();
  const { status, track } = useSave(saveReminder);
  const { hour, isPaused } = reminder;
  const choose = (hour: number | null) => void track(outbox.send(saveReminder, { hour }));
  return (
    <>
      <p>
        We can send a short email to {email} on days you have not recorded. It does not name the trial, a
        medicine or a dose.
      </p>
      <SelectField
        id="reminder-hour"
        label="Daily reminder"
        hint="The time is by the clock where you are."
        options={OPTIONS}
        value={hour === null ? NEVER : String(hour)}
        onChange={(value) => choose(value === NEVER ? null : Number(value))}
      />
      {isPaused && (
        <>
          <p>We have stopped for now. We begin again after the next day that you record.</p>
          <Button variant="quiet" onClick={() => choose(hour)}>
            Remind me again now
          </Button>
        </>
      )}
      <Status text={SAVE_TEXT[status]} />
    </>
  );
}
