import { logInByPasskey, passkeyLogInOptions } from '@stepwise/shared-contracts/calls/passkey.calls';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { askForPasskey, canUsePasskeys } from '@stepwise/shared-contracts/client/passkeys';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { Link, useLocation } from '@stepwise/shared-contracts/router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LogInReason } from '../services/log-in-reason.ts';
import { useSession, useShell } from '../services/shell-services.ts';
import styles from './account.module.css';
import { AccountForm } from './account-form.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useTypedInEntry } from './use-typed-in-entry.ts';

/** A page of the server: it works without this app. */
const PASSWORD_RESET = '/account/password-reset';

const neverChanges = () => () => {};

export function LogInPage() {
  const { client, setTitle, announce } = useHost();
  const { session } = useShell();
  const reason = useLocation().state as LogInReason | null;
  const hasExpired = useSession((state) => state.hasExpired);
  const isDeviceEnded = useSession((state) => state.isDeviceEnded);
  const isSentHere = reason !== null && hasExpired;
  useEffect(() => {
    if (isDeviceEnded) announce('This device was logged out, because someone may have copied its log-in.');
    else if (isSentHere)
      announce('You have been logged out to keep your information private. Please log in again.');
  }, [isSentHere, isDeviceEnded, announce]);
  const [{ username }, change] = useTypedInEntry({ username: '' });
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(false);
  const { submit, isSending, problems } = useAccountForm({
    send: async () => session.logIn((await client.send(loginUser, { username, password, keep })).body),
    fields: {
      username: { label: 'Email', names: ['username'] },
      password: { label: 'Password', names: ['password'] },
    },
    rejection: (errors) => errors.__all__?.[0] ?? 'Please check your login details above.',
  });
  // The server does not know, and nearly every browser can.
  const mayUsePasskeys = useSyncExternalStore(neverChanges, canUsePasskeys, () => true);
  const [passkeyStatus, setPasskeyStatus] = useState('');
  const logInWithPasskey = async () => {
    setPasskeyStatus('Waiting for your passkey...');
    try {
      const { options } = (await client.send(passkeyLogInOptions, undefined)).body;
      const credential = await askForPasskey(options);
      await session.logIn((await client.send(logInByPasskey, { credential, keep })).body);
    } catch (error) {
      const [message] = (error instanceof CallError && error.fields.__all__) || [];
      setPasskeyStatus(message ?? 'No passkey was used. Try again, or log in with your password.');
    }
  };
  return (
    <div className={`page ${styles.narrow}`}>
      <PageHeading title={problems ? 'Error: Log in' : 'Log in'} onTitle={setTitle}>
        Log in
      </PageHeading>
      {isDeviceEnded && (
        <Notice title="This device was logged out">
          <p>
            Its log-in was used in two places, so someone may have copied it. It has ended in both. If this
            may have been another person, log in and choose a new password under Helpers.
          </p>
        </Notice>
      )}
      {isSentHere && !isDeviceEnded && (
        <Notice title="You have been logged out">
          <p>
            This happens after a while, to keep your information private. Log in to go back to where you were.
            Saves that were on their way are kept on this device and sent then.
          </p>
        </Notice>
      )}
      <AccountForm
        onSubmit={submit}
        problems={problems}
        status={isSending ? 'Logging in...' : ''}
        actions={
          <>
            <LinkButton to="/" variant="quiet">
              Cancel
            </LinkButton>
            <Button type="submit" busy={isSending}>
              Log in
            </Button>
          </>
        }
      >
        <TextField
          id="username"
          name="username"
          label="Email"
          type="email"
          autoComplete="username"
          value={username}
          onChange={(username) => change({ username })}
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
        <div className="field">
          <label className="choice">
            <input
              className="choice-input"
              type="checkbox"
              checked={keep}
              aria-describedby="keep-hint"
              onChange={(event) => setKeep(event.currentTarget.checked)}
            />
            <span className="choice-text">Keep me logged in on this device</span>
          </label>
          <span className="field-hint" id="keep-hint">
            Only for a device that is yours alone. It lasts until you have not used it here for 30 days.
          </span>
        </div>
        <a className={styles.alone} href={PASSWORD_RESET}>
          Forgot my password
        </a>
      </AccountForm>
      {mayUsePasskeys && (
        <>
          <div className={styles.alone}>
            <Button variant="link" onClick={() => void logInWithPasskey()}>
              Use a passkey
            </Button>
          </div>
          <Status text={passkeyStatus} />
        </>
      )}
      <p className="small soft">
        No account yet? <Link to="/sign-up">Sign up</Link>
      </p>
    </div>
  );
}
