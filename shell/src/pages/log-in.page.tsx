import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { ErrorSummary } from '@stepwise/shared-contracts/design-system/error-summary';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { Link, useLocation } from '@stepwise/shared-contracts/router';
import { useEffect, useState } from 'react';
import type { LogInReason } from '../app/log-in-reason.ts';
import { useSession, useShell } from '../app/shell-services.ts';
import styles from './account.module.css';
import { useAccountForm } from './use-account-form.ts';

/** A page of the server: it works without this app. */
const PASSWORD_RESET = '/account/password-reset';

export function LogInPage() {
  const { client, setTitle, announce } = useHost();
  const { session } = useShell();
  const reason = useLocation().state as LogInReason | null;
  const hasExpired = useSession((state) => state.hasExpired);
  const isSentHere = reason !== null && hasExpired;
  useEffect(() => {
    if (isSentHere)
      announce('You have been logged out to keep your information private. Please log in again.');
  }, [isSentHere, announce]);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { submit, isSending, problems } = useAccountForm({
    send: async () => session.enter((await client.send(loginUser, { username, password })).body),
    fields: { username: ['username'], password: ['password'] },
    rejection: (errors) => errors.__all__?.[0] ?? 'Please check your login details above.',
  });
  return (
    <div className={`page ${styles.narrow}`}>
      <PageHeading title={problems ? 'Error: Log in' : 'Log in'} onTitle={setTitle}>
        Log in
      </PageHeading>
      {isSentHere && (
        <Notice title="You have been logged out">
          <p>
            This happens after a while, to keep your information private. Log in to go back to where you were.
            Saves that were on their way are kept on this device and sent then.
          </p>
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <TextField
          id="username"
          name="username"
          label="Email"
          type="email"
          autoComplete="username"
          value={username}
          onChange={setUsername}
          error={problems?.byField.username}
        />
        <TextField
          id="password"
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={problems?.byField.password}
        />
        <a className={styles.alone} href={PASSWORD_RESET}>
          Forgot my password
        </a>
        {problems && <ErrorSummary {...problems.summary} />}
        <Status text={isSending ? 'Logging in...' : ''} />
        <ActionBar>
          <LinkButton to="/" variant="quiet">
            Cancel
          </LinkButton>
          <Button type="submit" busy={isSending}>
            Log in
          </Button>
        </ActionBar>
      </form>
      <p className="small soft">
        No account yet? <Link to="/sign-up">Sign up</Link>
      </p>
    </div>
  );
}
