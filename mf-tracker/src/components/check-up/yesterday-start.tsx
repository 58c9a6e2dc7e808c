import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { useId } from 'react';
import { recordInWords } from '../../records/answer-icons.ts';
import styles from './check-up.module.css';
import type { Step } from './check-up-flow.ts';
import type { DayState } from './day-state.ts';
import { useFocusAfterSaving } from './use-focus-after-saving.ts';

interface YesterdayStartProps {
  /** The person's own day. */
  day: string;
  /** What is there of it already. */
  known: DayState;
  /** The page to go on with, where it was begun and not saved. */
  begunAt: Step | null;
  onStart: () => void;
  /** Set right after it was added: the heading says what happened and takes focus, or help does. */
  justAdded: boolean;
}

/** Offers to add yesterday while it is missing, or shows that it was added. */
export function YesterdayStart(props: YesterdayStartProps) {
  const { day, known, begunAt, onStart, justAdded } = props;
  const focusWhatFollows = useFocusAfterSaving();
  const id = useId();
  const name = formatDateInWords(day);
  return (
    <Card aria-labelledby={id} className={styles.yesterday}>
      <h2
        className={styles.small}
        id={id}
        key={String(justAdded)}
        ref={justAdded ? focusWhatFollows : null}
        tabIndex={-1}
      >
        {known.kind === 'open' ? 'How was yesterday?' : 'Yesterday is on your timeline'}
      </h2>
      {known.kind === 'open' ? (
        <LinkButton to={`/?check-up=${begunAt ?? 'sleep'}`} onClick={onStart} variant="link">
          {begunAt ? 'Go on with yesterday' : 'Add yesterday'}
        </LinkButton>
      ) : (
        <p className="soft small">
          {name}: {recordInWords(known.record)}. Added later.
        </p>
      )}
    </Card>
  );
}
