import { useLocation } from '@stepwise/shared-contracts/router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './your-account.module.css';

interface AccountLineProps {
  title: string;
  /** A link to it, `/contact#id`, opens it. */
  id?: string;
  /** Where something in it waits for the participant. */
  startsOpen?: boolean;
  /** With whether the line was opened, for what is loaded only then. */
  children: ReactNode | ((hasOpened: boolean) => ReactNode);
}

/** A part of the account, closed until it is pressed. */
export function AccountLine({ title, id, startsOpen = false, children }: AccountLineProps) {
  const isMeant = useLocation().hash === `#${id}`;
  const details = useRef<HTMLDetailsElement>(null);
  const [hasOpened, setOpened] = useState(startsOpen);
  useLayoutEffect(() => {
    const element = details.current;
    if (!element) return;
    // A form that was half filled in before a reload is open again.
    if (startsOpen || element.querySelector('form')) element.open = true;
    if (isMeant) {
      element.open = true;
      element.querySelector('summary')?.focus();
    }
    // It may have been pressed before the script ran.
    if (element.open) setOpened(true);
  }, [startsOpen, isMeant]);
  return (
    <details ref={details} id={id} className={styles.line} onToggle={() => setOpened(true)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      <div className="stack">{typeof children === 'function' ? children(hasOpened) : children}</div>
    </details>
  );
}
