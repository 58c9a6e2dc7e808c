import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { doseUnit } from '@stepwise/shared-contracts/entities/dose-text';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type UnusualDose, unusualDose } from '@stepwise/shared-contracts/plan/unusual-dose';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import type { DoseAnswer } from './use-dose-report.ts';
import { useMedication } from './use-strengths.ts';

interface OtherDoseProps {
  /** The first day that a dose can be reported from, and the person's today (`YYYY-MM-DD`). */
  first: string;
  today: string;
  /** The dose in force, mg a day; null where none is known. */
  inForce: number | null;
  amount: (dose: number) => string;
  onReport: (answer: DoseAnswer) => void;
  onCancel: () => void;
}

/** The name under which it is kept while it is typed. */
export const OTHER_DOSE = 'other dose';

const WHY: Record<UnusualDose['why'], (compared: string) => string> = {
  'above-plan': (highest) => `It is more than the highest dose of your plan, ${highest}.`,
  'big-increase': (present) => `It is more above the ${present} you take now than any step of your plan.`,
  'below-next': (next) => `It is less than the next step of your plan, ${next}.`,
};

/**
 * A dose other than the plan's: how much in a whole day, and from which day on. A dose far from the plan is asked about
 * once more; one that cannot be is said so, and the form stays.
 */
export function OtherDose({ first, today, inForce, amount, onReport, onCancel }: OtherDoseProps) {
  const id = useId();
  const plan = useParticipant((state) => state.prescriptions);
  const schedule = useParticipant((state) => state.schedule);
  const unit = doseUnit(
    schedule,
    useParticipant((state) => state.schedules),
  );
  const most = useMedication(schedule)?.maxPerDay;
  const [typed, keep] = useTyped<{ dose: string; day: string }>(OTHER_DOSE);
  const [dose, setDose] = useState(typed?.dose ?? '');
  const [day, setDay] = useState(typed?.day ?? today);
  const [isTried, setTried] = useState(false);
  const isAsBefore = typed !== undefined;
  useEffect(() => {
    if (isAsBefore) return;
    const field = document.getElementById(`${id}-dose`);
    field?.focus();
    // Firefox leaves what is partly in sight where it is.
    field?.scrollIntoView?.({ block: 'nearest' });
  }, [id, isAsBefore]);
  const [asks, setAsks] = useState(false);
  const mg = /^\d{1,4}([.,]\d{1,2})?$/.test(dose.trim()) ? Number(dose.trim().replace(',', '.')) : null;
  const isTooMuch = mg !== null && most !== undefined && mg > most && mg !== inForce;
  const isDay = day >= first && day <= today;
  const unusual = mg === null ? null : unusualDose(plan, { dose: mg, inForce });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (mg === null || isTooMuch || !isDay) return;
    if (unusual && !asks) {
      setAsks(true);
      return;
    }
    keep(null);
    onReport({ day, dose: mg, step: null });
  };
  const error =
    mg === null
      ? 'Write the dose as a number, such as 37.5.'
      : isTooMuch
        ? `The highest dose in a day is ${amount(most)}. Look at the number again.`
        : undefined;
  return (
    <Form className="stack" noValidate onSubmit={submit}>
      <TextField
        id={`${id}-dose`}
        label={`Dose in ${unit}, in a whole day`}
        inputMode="decimal"
        autoComplete="off"
        value={dose}
        error={isTried ? error : undefined}
        onChange={(next) => {
          setDose(next);
          setAsks(false);
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
      {asks && unusual && mg !== null && (
        <Notice tone="warning" title={`Is ${amount(mg)} right?`} announced>
          <p>{WHY[unusual.why](amount(unusual.mg))}</p>
        </Notice>
      )}
      <div className="row">
        <Button variant="quiet" type="submit">
          {asks && mg !== null ? `Yes, I take ${amount(mg)}` : 'Save this dose'}
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
