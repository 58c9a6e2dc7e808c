import { useStore } from 'zustand';
import { useSession, useShell } from '../app/shell-services.ts';
import styles from './status-messages.module.css';

/** Stands for as long as the last attempt to send a change of the participant failed. */
export function UnsentStatus() {
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const isWaiting = useStore(useShell().outbox.state, (state) => state.isWaiting) && isLoggedIn;
  return (
    <p className={isWaiting ? styles.unsent : 'visually-hidden'} role="status">
      {isWaiting && 'Not saved yet, trying again'}
    </p>
  );
}

/** Says to screen readers what a feature asks the shell to say. */
export function Announcer() {
  const message = useStore(useShell().announcements.state, (state) => state.message);
  return (
    <p className="visually-hidden" aria-live="polite">
      {message}
    </p>
  );
}
