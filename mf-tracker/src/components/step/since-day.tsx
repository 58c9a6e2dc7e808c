import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
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

/** The name under which it is kept while it is typed. */
export const SINCE_DAY = 'since day';

/** Since which earlier day the planned step is taken. */
export function SinceDay({ amount, first, today, onReport, onCancel }: SinceDayProps) {
  const id = useId();
  const [typed, keep] = useTyped<string>(SINCE_DAY);
  const [day, setDay] = useState(typed ?? '');
  const [isTried, setTried] = useState(false);
  const isDay = day >= first && day <= today;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isDay) return document.getElementById(id)?.focus();
    onReport(day);
  };
  const cancel = () => {
    keep(null);
    onCancel();
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
        onChange={(next) => {
          setDay(next);
          keep(next || null);
        }}
      />
      <div className="row">
        <Button variant="quiet" type="submit">
          Save
        </Button>
        <Button variant="link" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
