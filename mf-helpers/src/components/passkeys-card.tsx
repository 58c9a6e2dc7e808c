import {
  addPasskey,
  listPasskeys,
  type PasskeyItem,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from '@stepwise/shared-contracts/calls/passkey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { canUsePasskeys, makePasskey } from '@stepwise/shared-contracts/client/passkeys';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useCallback, useEffect, useRef, useState } from 'react';
import styles from './devices-card.module.css';
import { OneFieldForm } from './one-field-form.tsx';
import { PasskeyRow } from './passkey-row.tsx';

const hasCode = (error: unknown, code: CallError['code']): error is CallError =>
  error instanceof CallError && error.code === code;

/** The participant's passkeys, to add, name and remove. Staff who act for them see none. */
export function PasskeysCard() {
  const { client } = useHost();
  const [passkeys, setPasskeys] = useState<readonly PasskeyItem[]>([]);
  const [status, setStatus] = useState('');
  const [view, setView] = useState<'loading' | 'list' | 'failed' | 'not-allowed'>('loading');
  const [isAdding, setAdding] = useState(false);
  /** Set while the current password is asked for: what was wrong with the one given. */
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const load = useCallback(async () => {
    try {
      setPasskeys((await client.send(listPasskeys, undefined)).body.passkeys);
      setView('list');
    } catch (error) {
      setView(hasCode(error, 'not-allowed') ? 'not-allowed' : 'failed');
    }
  }, [client]);
  useEffect(() => void load(), [load]);

  const add = async (currentPassword = '') => {
    setAdding(true);
    setStatus('');
    try {
      const { options } = (await client.send(passkeyOptions, { currentPassword })).body;
      setPasswordProblem(null);
      const credential = await makePasskey(options);
      const { passkey } = (await client.send(addPasskey, { credential })).body;
      setPasskeys((before) => [...before, passkey]);
      setStatus(`The passkey ${passkey.name} was added.`);
      heading.current?.focus();
    } catch (error) {
      const [issue] = hasCode(error, 'unprocessable') ? error.issues : [];
      if (issue?.path[0] === 'currentPassword') setPasswordProblem(currentPassword ? issue.message : '');
      else setStatus('No passkey was added. You can try again.');
    } finally {
      setAdding(false);
    }
  };

  const rename = async ({ id }: PasskeyItem, name: string) => {
    await client.send(renamePasskey, { id, name });
    setPasskeys((before) => before.map((each) => (each.id === id ? { ...each, name } : each)));
    setStatus('Saved');
  };

  const remove = async ({ id, name }: PasskeyItem) => {
    try {
      await client.send(removePasskey, { id });
    } catch (error) {
      // It was removed elsewhere meanwhile.
      if (!hasCode(error, 'not-found')) return setStatus('The passkey was not removed. Please try again.');
    }
    heading.current?.focus();
    setPasskeys((before) => before.filter((each) => each.id !== id));
    setStatus(`The passkey ${name} was removed.`);
  };

  if (view === 'not-allowed') return null;
  return (
    <Card className="stack" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading" ref={heading} tabIndex={-1}>
        Passkeys
      </h2>
      <p>Log in with your fingerprint, face or screen lock. Your password works as before.</p>
      {passkeys.length > 0 && (
        <p>
          A new password in your details leaves them as they are. One chosen with “Forgot my password” removes
          them all.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul className={styles.devices}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => rename(passkey, name)}
              onRemove={() => void remove(passkey)}
            />
          ))}
        </ul>
      )}
      {view === 'loading' && <div className={styles.comingButton} />}
      {view === 'failed' && (
        <>
          <p>Your passkeys could not be loaded.</p>
          <Button variant="quiet" onClick={() => void load()}>
            Try again
          </Button>
        </>
      )}
      {view === 'list' && passwordProblem !== null && (
        <OneFieldForm
          id="passkey-password"
          label="Your current password"
          type="password"
          autoComplete="current-password"
          error={passwordProblem}
          busy={isAdding}
          button="Go on"
          onSubmit={(password) => void add(password)}
          onCancel={() => setPasswordProblem(null)}
        />
      )}
      {view === 'list' && passwordProblem === null && canUsePasskeys() && (
        <Button variant="quiet" busy={isAdding} onClick={() => void add()}>
          Add a passkey
        </Button>
      )}
      <Status text={status} />
    </Card>
  );
}
