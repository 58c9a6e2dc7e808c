import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import type { NextDose } from '@stepwise/shared-contracts/plan/next-dose';
import { formatDay } from '../../doses/planned-day.ts';
import { SinceDay } from './since-day.tsx';
import styles from './step-card.module.css';
import { type StepCardProps, StepFrame } from './step-frame.tsx';
import { WaysOut } from './ways-out.tsx';

/** On the day of a step, and until it is answered. */
export function DueStep(props: StepCardProps & { next: NextDose }) {
  const { next, dose, answers, amount, plannedAmount, today } = props;
  const { step, day } = next;
  const planned = plannedAmount(step.dose);
  const [present = 0] = dose.asked.doses;
  const sinceButton = useFocusBack(answers.open === 'since');
  return (
    <StepFrame
      answers={answers}
      eyebrow={`Planned from ${!day || day === today ? 'today' : formatDay(day)}`}
      title="Which dose do you take?"
    >
      {step.prepare && !step.prepared && <p className="soft small">{step.prepare}</p>}
      <div className={styles.answers}>
        <Button variant="quiet" onClick={() => answers.answer({ dose: step.dose, step: step.id })}>
          {planned}, since today
        </Button>
        <Button variant="quiet" onClick={() => answers.answer({ dose: present, step: null })}>
          {amount(present)}, I stay for now
        </Button>
      </div>
      {answers.open === 'since' ? (
        <SinceDay
          amount={planned}
          first={dose.first}
          today={today}
          onReport={(since) => answers.answer({ day: since, dose: step.dose, step: step.id })}
          onCancel={() => answers.setOpen(null)}
        />
      ) : (
        <WaysOut {...props} sinceButton={dose.first < today ? sinceButton : undefined} />
      )}
      <Status text={answers.status} />
    </StepFrame>
  );
}
