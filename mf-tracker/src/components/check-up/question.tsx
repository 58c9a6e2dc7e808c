import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import type { Category } from '@stepwise/shared-contracts/entities/tracker';
import { PROGRESS_ID, StepHeading } from '../step-heading.tsx';
import styles from './check-up.module.css';
import type { CheckUpDay } from './check-up-flow.ts';

/** The same for everyone at every hour. */
const QUESTIONS: Record<CheckUpDay, Record<Category, string>> = {
  today: {
    sleep: 'Did you sleep well last night?',
    mood: 'Was your mood good today?',
    active: 'Were you as active as you wanted to be today?',
  },
  yesterday: {
    sleep: 'Did you sleep well the night before?',
    mood: 'Was your mood good yesterday?',
    active: 'Were you as active as you wanted to be yesterday?',
  },
};

interface QuestionProps {
  day: CheckUpDay;
  category: Category;
  /** Null until answered. */
  answer: boolean | null;
  onAnswer: (yes: boolean) => void;
  onBack: () => void;
}

/** One of the three questions. An answer opens the next at once; an earlier one stays marked. */
export function Question({ day, category, answer, onAnswer, onBack }: QuestionProps) {
  return (
    <>
      <StepHeading describedBy={PROGRESS_ID}>{QUESTIONS[day][category]}</StepHeading>
      <div className={styles.answers}>
        <Button variant="quiet" aria-pressed={answer === true} onClick={() => onAnswer(true)}>
          Yes
        </Button>
        <Button variant="quiet" aria-pressed={answer === false} onClick={() => onAnswer(false)}>
          No
        </Button>
      </div>
      <ActionBar>
        <Button variant="link" onClick={onBack}>
          Back
        </Button>
      </ActionBar>
    </>
  );
}
