import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { CATEGORY_NAMES, chosenInWords } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES } from '@stepwise/shared-contracts/entities/tracker';
import type { ReactNode } from 'react';
import type { Today } from '../../day/today.ts';
import { StepHeading } from '../step-heading.tsx';
import styles from './check-up.module.css';
import type { Answers, TrackerLists } from './check-up-flow.ts';
import { type DayState, whatHappens } from './day-state.ts';

interface SummaryProps {
  answers: Answers;
  lists: TrackerLists;
  today: Today;
  /** The person's own day that it is of. */
  day: string;
  /** What is there of that day already. */
  known: DayState;
  onRedo: () => void;
  onAdd: () => void;
  /** Stands above the buttons. */
  children?: ReactNode;
}

/** What was answered, the day it will be saved for, and what that replaces. */
export function Summary({ answers, lists, today, day, known, onRedo, onAdd, children }: SummaryProps) {
  const replaced = whatHappens(known);
  const chosen = {
    symptoms: lists.symptoms.filter(({ id }) => answers.symptoms.includes(id)),
    activities: lists.activities.filter(({ id }) => answers.activities.includes(id)),
  };
  return (
    <>
      <div className={styles.unsavedHead}>
        <StepHeading>All done for today</StepHeading>
        <span className={styles.unsaved}>Not saved yet</span>
      </div>
      <dl className={styles.summary}>
        {CATEGORIES.map((category) => (
          <div key={category}>
            <dt>{CATEGORY_NAMES[category]}</dt>
            <dd>
              {answers[category] ? 'Good' : 'Not so good'}
              {chosenInWords(chosen, category).map((text) => (
                <span key={text} className={styles.chosen}>
                  {text}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p role="status">
        It will be saved for <strong>{formatDateInWords(day)}</strong>
        {day === today.local ? '.' : ', yesterday, and shown as added later.'}
      </p>
      {replaced && (
        <Notice>
          <p>{replaced}</p>
        </Notice>
      )}
      {children}
      <div className={styles.actions}>
        <ActionBar>
          <Button variant="quiet" onClick={onRedo}>
            Redo
          </Button>
          <Button onClick={onAdd}>Add to time line</Button>
        </ActionBar>
      </div>
    </>
  );
}
