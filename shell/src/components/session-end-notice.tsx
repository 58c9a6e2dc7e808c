import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSession, useShell } from '../services/shell-services.ts';
import styles from './session-end-notice.module.css';

const NOTICE_MS = 120_000;
/** Asked later than the end, the server agrees that it has come. */
const MARGIN_MS = 1_000;

/** `ask`: the session ends soon unless the person stays. `final`: it cannot last longer. `read`: they know. */
type Phase = 'none' | 'ask' | 'final' | 'read';

/** Two minutes before the server ends the session it says so; once they are over it finds out whether it has ended. */
export function SessionEndNotice() {
  const { session, now } = useShell();
  const endsAt = useSession((state) => state.endsAt);
  const [phase, setPhase] = useState<Phase>('none');

  useEffect(() => {
    if (endsAt === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const left = endsAt - now().getTime();
      if (left <= 0) {
        setPhase('none');
        void session.prolong();
      } else if (left > NOTICE_MS) {
        setPhase('none');
        timer = setTimeout(look, left - NOTICE_MS);
      } else {
        setPhase((before) => (before === 'none' ? 'ask' : before));
        timer = setTimeout(look, left + MARGIN_MS);
      }
    };
    look();
    // A device that slept comes back later than its timers say.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [endsAt, session, now]);

  const stay = async () => {
    const isAnswered = await session.prolong();
    const next = session.state.getState().endsAt;
    if (isAnswered && next !== null && next - now().getTime() <= NOTICE_MS) setPhase('final');
    return isAnswered;
  };

  if (endsAt === null) return null;
  if (phase === 'ask')
    return (
      <NoticeDialog
        key={phase}
        endsAt={endsAt}
        text="This happens after a while without use, to keep your information private."
        label="Stay logged in"
        onAnswer={stay}
      />
    );
  if (phase === 'final')
    return (
      <NoticeDialog
        key={phase}
        endsAt={endsAt}
        text="You have been logged in for as long as is possible at one time. What you saved is kept, and you can log in again right away."
        label="OK"
        onAnswer={async () => {
          setPhase('read');
          return true;
        }}
      />
    );
  return null;
}

interface NoticeDialogProps {
  endsAt: number;
  text: string;
  label: string;
  /** Resolves to whether that was possible: the server may be out of reach. */
  onAnswer: () => Promise<boolean>;
}

function NoticeDialog({ endsAt, text, label, onAnswer }: NoticeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState('');
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Gives the focus back to where it was, while there still is a dialog to close.
    return () => shown?.close();
  }, []);
  const answer = async () => {
    if (!(await onAnswer())) setProblem('The server could not be reached. Please try again.');
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        void answer();
      }}
    >
      <h2 id={`${id}-title`}>You will be logged out at {timeOfDay(endsAt)}</h2>
      <p id={`${id}-text`}>{text}</p>
      <Status text={problem} />
      <Button onClick={answer}>{label}</Button>
    </dialog>
  );
}

/** `3:45 pm`, by the device's clock. */
const timeOfDay = (instant: number): string =>
  new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit' }).format(instant);
