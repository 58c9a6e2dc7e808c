import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { type SubmitEvent, useId, useState } from 'react';

interface SinceDayProps {
  amount: string;
  /** The first day that a dose can be reported from, and the person's today (`YYYY-MM-DD`). */
  first: string;
  today: string;
  onReport: (day: string) => void;
  onCancel: () => void;
}

/** Since which earlier day the planned step is taken. */
export function SinceDay({ amount, first, today, onReport, onCancel }: SinceDayProps) {
  const id = useId();
  const [day, setDay] = useState('');
  const [isTried, setTried] = useState(false);
  const isDay = day >= first && day <= today;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isDay) onReport(day);
  };
  return (
    <Form className="stack" noValidate onSubmit={submit}>
      <TextField
        id={id}
        type="date"
        label={`Since which day do you take ${amount}?`}
        min={first}
        max={today}
        value={day}
        error={isTried && !isDay ? 'Choose today, or an earlier day since your last answer.' : undefined}
        onChange={setDay}
      />
      <div className="row">
        <Button variant="quiet" type="submit">
          Save
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
