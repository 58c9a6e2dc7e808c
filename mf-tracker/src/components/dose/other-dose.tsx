import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { type SubmitEvent, useId, useState } from 'react';
import type { DoseAnswer } from './use-dose-report.ts';

interface OtherDoseProps {
  /** The first day that a dose can be reported from, and the person's today (`YYYY-MM-DD`). */
  first: string;
  today: string;
  onReport: (answer: DoseAnswer) => void;
  onCancel: () => void;
}

/** The name under which it is kept while it is typed. */
export const OTHER_DOSE = 'other dose';

/** Another dose than the plan's: how many mg in a whole day, and from which day on. */
export function OtherDose({ first, today, onReport, onCancel }: OtherDoseProps) {
  const id = useId();
  const [typed, keep] = useTyped<{ dose: string; day: string }>(OTHER_DOSE);
  const [dose, setDose] = useState(typed?.dose ?? '');
  const [day, setDay] = useState(typed?.day ?? today);
  const [isTried, setTried] = useState(false);
  const mg = /^\d{1,4}([.,]\d{1,2})?$/.test(dose.trim()) ? Number(dose.trim().replace(',', '.')) : null;
  const isDay = day >= first && day <= today;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (mg === null || !isDay) return;
    keep(null);
    onReport({ day, dose: mg, step: null });
  };
  return (
    <Form className="stack" noValidate onSubmit={submit}>
      <TextField
        id={`${id}-dose`}
        label="Dose in mg, in a whole day"
        inputMode="decimal"
        autoComplete="off"
        value={dose}
        error={isTried && mg === null ? 'Write the dose as a number, such as 37.5.' : undefined}
        onChange={(next) => {
          setDose(next);
          keep({ dose: next, day });
        }}
      />
      <TextField
        id={`${id}-day`}
        type="date"
        label="From which day"
        min={first}
        max={today}
        value={day}
        error={isTried && !isDay ? 'Choose today, or an earlier day since your last answer.' : undefined}
        onChange={(next) => {
          setDay(next);
          keep({ dose, day: next });
        }}
      />
      <div className="row">
        <Button variant="quiet" type="submit">
          Save this dose
        </Button>
        <Button
          variant="link"
          onClick={() => {
            keep(null);
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  );
}
