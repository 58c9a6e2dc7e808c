import { Button } from '@stepwise/shared-contracts/design-system/button';
import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { useId } from 'react';
import dayStyles from '../timeline/day-panel.module.css';
import { monthName } from '../timeline/months.ts';

interface WeekStepsProps {
  /** The first days of all weeks, in order. */
  weeks: readonly string[];
  /** Index of the week that is open. */
  index: number;
  onOpen: (index: number) => void;
}

/** Weeks and months by controls that a finger can hit, whatever the strip's width. */
export function WeekSteps({ weeks, index, onOpen }: WeekStepsProps) {
  const id = useId();
  const months = [...new Set(weeks.map(monthOf))];
  return (
    <>
      <div className={dayStyles.steps}>
        <Button
          variant="quiet"
          onClick={() => onOpen(index - 1)}
          inactiveReason={index <= 0 ? 'This is the first week.' : undefined}
        >
          Week before
        </Button>
        <Button
          variant="quiet"
          onClick={() => onOpen(index + 1)}
          inactiveReason={index >= weeks.length - 1 ? 'This is the last week.' : undefined}
        >
          Week after
        </Button>
      </div>
      {months.length > 1 && (
        <SelectField
          id={id}
          label="Month"
          options={months.map((month) => ({ value: month, text: monthName(month) }))}
          value={monthOf(weeks[index] ?? '')}
          onChange={(month) => onOpen(weeks.findIndex((week) => monthOf(week) === month))}
        />
      )}
    </>
  );
}

const monthOf = (day: string): string => day.slice(0, 7);
