import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CheckboxChoices, type Choice } from '@stepwise/shared-contracts/design-system/choices';
import { Link } from '@stepwise/shared-contracts/router';
import type { ReactNode } from 'react';
import { PROGRESS_ID, StepHeading } from '../step-heading.tsx';
import styles from './check-up.module.css';
import type { CheckUpDay, ListStep } from './check-up-flow.ts';

const legendOf = (step: ListStep, day: CheckUpDay): string =>
  ({
    'sleep-signs': 'Which of these did you notice in your sleep?',
    'mood-signs': 'Which of these did you notice in your mood?',
    'activity-signs': 'Which of these got in the way of being active?',
    activities: `Which of these did you do ${day}?`,
  })[step];

interface ChooseListProps {
  day: CheckUpDay;
  step: ListStep;
  options: readonly Choice[];
  chosen: readonly number[];
  onToggle: (id: number, ticked: boolean) => void;
  onBack: () => void;
  onNext: () => void;
  /** Stands between the list and Next. */
  children?: ReactNode;
}

/** The participant's own list for an answer: none, one or many. */
export function ChooseList(props: ChooseListProps) {
  const { day, step, options, chosen, onToggle, onBack, onNext, children } = props;
  const heading = <StepHeading describedBy={PROGRESS_ID}>{legendOf(step, day)}</StepHeading>;
  return (
    <>
      {options.length > 0 ? (
        <CheckboxChoices
          legend={heading}
          hint="Choose all that fit, or none."
          options={options}
          values={chosen}
          onToggle={onToggle}
        />
      ) : (
        <>
          {heading}
          <p>
            Your list is empty. You can add to it in <Link to="/plan">your plan</Link>.
          </p>
        </>
      )}
      {children}
      <div className={styles.actions}>
        <ActionBar>
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
          <Button onClick={onNext}>Next</Button>
        </ActionBar>
      </div>
    </>
  );
}
