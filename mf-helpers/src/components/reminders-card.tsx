import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';

const NEVER = '';
const OPTIONS = [
  { value: NEVER, text: 'No reminders' },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    text: `At ${formatTimeOfDay(`${hour}:00`)}`,
  })),
];

/** Chooses a message a day on days without a record; nothing where the trial offers none. */
export function RemindersCard() {
  const { outbox } = useHost();
  const reminder = useParticipant((state) => state.reminder);
  const email = useParticipant((state) => state.user?.email);
  const { status, track } = useSave(saveReminder);
  if (!reminder) return null;
  const { hour, isPaused } = reminder;
  const choose = (hour: number | null) => void track(outbox.send(saveReminder, { hour }));
  return (
    <Card className="stack" aria-labelledby="reminders-heading">
      <h2 id="reminders-heading">Reminders</h2>
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
    </Card>
  );
}
