import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import styles from './day-panel.module.css';

interface DayStepsProps {
  /** The day that is open, or today. */
  date: string;
  /** First and last day of the plot. */
  first: string;
  last: string;
  onSelect: (date: string) => void;
}

/** One day back or on. It stands above the day it opens, so that a press moves neither button. */
export function DaySteps({ date, first, last, onSelect }: DayStepsProps) {
  return (
    <div className={styles.steps}>
      <Button
        variant="quiet"
        onClick={() => onSelect(addDays(date, -1))}
        inactiveReason={date <= first ? 'This is the first day.' : undefined}
      >
        Day before
      </Button>
      <Button
        variant="quiet"
        onClick={() => onSelect(addDays(date, 1))}
        inactiveReason={date >= last ? 'This is the last day.' : undefined}
      >
        Day after
      </Button>
    </div>
  );
}
