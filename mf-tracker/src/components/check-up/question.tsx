import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import type { Category } from '@stepwise/shared-contracts/entities/tracker';
import { StepHeading } from '../step-heading.tsx';
import styles from './check-up.module.css';

const QUESTIONS: Record<Category, string> = {
  sleep: 'Did you sleep well last night?',
  mood: 'Was your mood good today?',
  active: 'Were you as active as you wanted to be today?',
};

interface QuestionProps {
  category: Category;
  /** Null until answered. */
  answer: boolean | null;
  onAnswer: (yes: boolean) => void;
  onBack: () => void;
}

/** One of the three questions. An answer opens the next at once; an earlier one stays marked. */
export function Question({ category, answer, onAnswer, onBack }: QuestionProps) {
  return (
    <>
      <StepHeading>{QUESTIONS[category]}</StepHeading>
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
