import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useId } from 'react';
import { recordInWords } from '../../records/answer-icons.ts';
import styles from './check-up.module.css';
import type { Step } from './check-up-flow.ts';
import type { DayState } from './day-state.ts';
import { useFocusAfterSaving } from './use-focus-after-saving.ts';

/** How a check-up of today stands with the server. */
type Sending = 'saving' | 'waiting' | null;

const SENDING_WORDS: Record<NonNullable<Sending>, string> = {
  saving: 'Saving…',
  waiting: 'Not sent yet. It is kept on this device and sent when there is a connection.',
};

interface CheckUpStartProps {
  /** What is there of today already. */
  known: DayState;
  /** The page to go on with, where today's check-up was begun and not saved. */
  begunAt: Step | null;
  onStart: () => void;
  sending: Sending;
  /** Set right after a check-up: the heading says what happened and takes focus, or help does. */
  justAdded: boolean;
  /** Its button is the one filled button of the page. */
  isFilled: boolean;
  /** What is said once it is saved. */
  saved: string;
}

/** Invites to the check-up, or shows that it is done. */
export function CheckUpStart(props: CheckUpStartProps) {
  const { known, begunAt, onStart, sending, justAdded, isFilled, saved } = props;
  const focusWhatFollows = useFocusAfterSaving();
  const id = useId();
  const isDone = known.kind !== 'open';
  return (
    <Card aria-labelledby={id} className={styles.start}>
      <div className={styles.head}>
        <h2 id={id} key={String(justAdded)} ref={justAdded ? focusWhatFollows : null} tabIndex={-1}>
          {!isDone ? 'How was today?' : justAdded ? saved : 'Today is on your timeline'}
        </h2>
        {!isDone && <span className="soft small">2 minutes</span>}
      </div>
      {isDone && <p className="soft small">{recordInWords(known.record)}.</p>}
      <Status text={sending ? SENDING_WORDS[sending] : ''} />
      {begunAt && <p className="small">You have begun a check-up. It is not saved yet.</p>}
      <LinkButton
        to={`/?check-up=${begunAt ?? 'sleep'}`}
        onClick={onStart}
        variant={isDone && !begunAt ? 'link' : isFilled ? 'filled' : 'quiet'}
      >
        {begunAt ? 'Go on with it' : isDone ? 'Do it again' : 'Start check-up'}
      </LinkButton>
    </Card>
  );
}
