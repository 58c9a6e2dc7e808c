import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { type ReactNode, useId } from 'react';
import type { Today } from '../../day/today.ts';
import { recordInWords } from '../../records/answer-icons.ts';
import styles from './check-up.module.css';
import type { Step } from './check-up-flow.ts';
import { type DayState, whatHappens } from './day-state.ts';
import { useFocusAfterSaving } from './use-focus-after-saving.ts';

/** How a check-up of today stands with the server. */
type Sending = 'saving' | 'waiting' | null;

const SENDING_WORDS: Record<NonNullable<Sending>, string> = {
  saving: 'Saving…',
  waiting: 'Not sent yet. It is kept on this device and sent when there is a connection.',
};

interface CheckUpStartProps {
  today: Today;
  /** What is there of today already. */
  known: DayState;
  /** The page to go on with, where today's check-up was begun and not saved. */
  begunAt: Step | null;
  onStart: () => void;
  sending: Sending;
  /** Set right after a check-up: the heading says what happened and takes focus, or help does. */
  justAdded: boolean;
  /** Some days went by without a record. */
  isBack: boolean;
  /** What a record just added adds to. */
  children: ReactNode;
}

/** Invites to the check-up, or shows that it is done. */
export function CheckUpStart(props: CheckUpStartProps) {
  const { today, known, begunAt, onStart, sending, justAdded, isBack, children } = props;
  const focusWhatFollows = useFocusAfterSaving();
  const id = useId();
  const isDone = known.kind !== 'open';
  return (
    <Card aria-labelledby={id} className={styles.start}>
      <div className={styles.head}>
        <h2 id={id} key={String(justAdded)} ref={justAdded ? focusWhatFollows : null} tabIndex={-1}>
          {isDone ? 'Today is on your timeline' : 'How was today?'}
        </h2>
        {!isDone && <span className="soft small">2 minutes</span>}
      </div>
      {isBack && <p>Good to see you.</p>}
      <p className="soft small">
        {isDone
          ? `${formatDateInWords(today.local)}: ${recordInWords(known.record)}.`
          : `Sleep, mood and activity for ${formatDateInWords(today.local)}.`}
      </p>
      {isDone && <p className="small">{whatHappens(known)}</p>}
      {justAdded && children}
      <Status text={sending ? SENDING_WORDS[sending] : ''} />
      {begunAt && <p className="small">You have begun a check-up. It is not saved yet.</p>}
      <LinkButton
        to={`/?check-up=${begunAt ?? 'sleep'}`}
        onClick={onStart}
        variant={isDone && !begunAt ? 'quiet' : 'filled'}
      >
        {begunAt ? 'Go on with it' : isDone ? 'Do it again' : 'Start check-up'}
      </LinkButton>
    </Card>
  );
}
