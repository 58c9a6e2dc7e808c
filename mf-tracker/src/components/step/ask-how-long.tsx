import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import styles from './step-card.module.css';
import { type StepCardProps, StepFrame } from './step-frame.tsx';

const WEEKS = [2, 4];

interface StayChoicesProps extends Pick<StepCardProps, 'answers' | 'today'> {
  /** The dose that is stayed on, mg a day. */
  dose: number;
  /** Also offers to ask at once. */
  withNow?: boolean;
}

/** How long to stay on a dose. */
export function StayChoices({ answers, dose, today, withNow = false }: StayChoicesProps) {
  const stay = (until: string | null) => answers.answer({ dose, step: null, stay: { until } });
  return (
    <div className={styles.answers}>
      {withNow && (
        <Button variant="quiet" onClick={() => stay(today)}>
          Now
        </Button>
      )}
      {WEEKS.map((weeks) => (
        <Button key={weeks} variant="quiet" onClick={() => stay(addDays(today, weeks * 7))}>
          In {weeks} weeks
        </Button>
      ))}
      <Button variant="quiet" onClick={() => stay(null)}>
        When I say
      </Button>
    </div>
  );
}

/** After staying was answered on the day of a step: when to ask again. */
export function AskHowLong({ dose: { dose }, answers, amount, today }: StepCardProps) {
  return (
    <StepFrame answers={answers} title={`You stay on ${amount(dose ?? 0)}`}>
      <p className="soft small">Nothing changes. When shall we ask again?</p>
      <StayChoices answers={answers} dose={dose ?? 0} today={today} />
      <div className={styles.links}>
        <Button variant="link" onClick={answers.change}>
          Change today’s answer
        </Button>
      </div>
      <Status text={answers.status} />
    </StepFrame>
  );
}
