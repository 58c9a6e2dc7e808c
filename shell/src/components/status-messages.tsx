import type { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { useLocation } from '@stepwise/shared-contracts/router';
import { useStore } from 'zustand';
import { useSession, useShell } from '../services/shell-services.ts';
import styles from './status-messages.module.css';

/** Its schemas come with the participant's part. */
const SAVE_USER: typeof saveUser.path = '/api/save-user/';

/** That the last attempt to send a participant's change failed, or that the server rejected their details; on the welcome page, what a visitor is shown. */
export function StatusLine() {
  const { outbox, announcements } = useShell();
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const hasRejected = useStore(outbox.state, ({ rejected }) =>
    rejected.some(({ path }) => path === SAVE_USER),
  );
  const { pathname, search } = useLocation();
  const isWaiting = useStore(outbox.state, (state) => state.isWaiting);
  const shown = useStore(announcements.state, (state) => state.shown);
  const ofVisitor = pathname + search === '/' ? shown : '';
  const ofParticipant = isWaiting
    ? 'Not saved yet, trying again'
    : hasRejected && 'A change of your details was not saved. See Helpers.';
  const text = isLoggedIn ? ofParticipant : ofVisitor;
  return (
    <p className={text ? styles.line : 'visually-hidden'} role="status">
      {text}
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
