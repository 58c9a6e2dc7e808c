import { saveReminder, saveStepMessages } from '@stepwise/shared-contracts/calls/reminder.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CheckboxChoices } from '@stepwise/shared-contracts/design-system/choices';
import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { Notifications } from './notifications.tsx';

const NEVER = '';
const OPTIONS = [
  { value: NEVER, text: 'No reminders' },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    text: `At ${formatTimeOfDay(`${hour}:00`)}`,
  })),
];

/** Chooses a message a day on days without a record, messages about a step, and how they come. */
export function Reminders({ reminder, email }: { reminder: Reminder; email: string }) {
  const { outbox } = useHost();
  const { status, track } = useSave(saveReminder);
  const steps = useSave(saveStepMessages);
  const { hour, isPaused, stepMessages, push } = reminder;
  const choose = (hour: number | null) => void track(outbox.send(saveReminder, { hour }));
  return (
    <>
      <p>
        We can send a short email to {email} on days you have not recorded, and when a step of your plan
        comes. It does not name the trial, a medicine or a dose.
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
      {stepMessages !== undefined && (
        <>
          <CheckboxChoices
            legend="Steps of your plan"
            options={[{ id: 1, text: 'A week before a step, and when it waits for my answer' }]}
            values={stepMessages ? [1] : []}
            onToggle={(_, on) => void steps.track(outbox.send(saveStepMessages, { on }))}
          />
          <Status text={SAVE_TEXT[steps.status]} />
        </>
      )}
      {push && <Notifications push={push} />}
    </>
  );
}
