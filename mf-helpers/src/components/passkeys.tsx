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
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useCallback, useEffect, useRef, useState } from 'react';
import styles from './devices.module.css';
import { PasskeyRow } from './passkey-row.tsx';
import { type AskedPassword, PasswordForm, passwordProblem } from './password-form.tsx';

const hasCode = (error: unknown, code: CallError['code']): error is CallError =>
  error instanceof CallError && error.code === code;

/** The participant's passkeys, to add, name and remove. */
export function Passkeys() {
  const { client } = useHost();
  const [passkeys, setPasskeys] = useState<readonly PasskeyItem[]>([]);
  const [status, setStatus] = useState('');
  const [view, setView] = useState<'loading' | 'list' | 'failed'>('loading');
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<AskedPassword | null>(null);
  const section = useRef<HTMLElement>(null);

  const load = useCallback(async () => {
    try {
      setPasskeys((await client.send(listPasskeys, undefined)).body.passkeys);
      setView('list');
    } catch {
      setView('failed');
    }
  }, [client]);
  useEffect(() => void load(), [load]);

  const add = async (currentPassword = '') => {
    setAdding(true);
    setStatus('');
    try {
      const { options } = (await client.send(passkeyOptions, { currentPassword })).body;
      setAsked(null);
      const credential = await makePasskey(options);
      const { passkey } = (await client.send(addPasskey, { credential })).body;
      setPasskeys((before) => [...before, passkey]);
      setStatus(`The passkey ${passkey.name} was added.`);
      section.current?.focus();
    } catch (error) {
      const problem = passwordProblem(error, currentPassword);
      if (problem !== null) setAsked({ button: 'Go on', problem, goOn: (password) => void add(password) });
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

  const remove = async (passkey: PasskeyItem, currentPassword = '') => {
    const { id, name } = passkey;
    try {
      await client.send(removePasskey, { id, ...(currentPassword && { currentPassword }) });
    } catch (error) {
      const problem = passwordProblem(error, currentPassword);
      if (problem !== null)
        return setAsked({
          button: `Remove ${name}`,
          problem,
          goOn: (password) => void remove(passkey, password),
        });
      // It was removed elsewhere meanwhile.
      if (!hasCode(error, 'not-found')) return setStatus('The passkey was not removed. Please try again.');
    }
    setAsked(null);
    section.current?.focus();
    setPasskeys((before) => before.filter((each) => each.id !== id));
    setStatus(`The passkey ${name} was removed.`);
  };

  return (
    <section className="stack" aria-label="Passkeys" ref={section} tabIndex={-1}>
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
      {view === 'failed' && (
        <>
          <p>Your passkeys could not be loaded.</p>
          <Button variant="quiet" onClick={() => void load()}>
            Try again
          </Button>
        </>
      )}
      {view === 'list' && asked && (
        <PasswordForm id="passkey-password" asked={asked} busy={isAdding} onCancel={() => setAsked(null)} />
      )}
      {view === 'list' && !asked && canUsePasskeys() && (
        <Button variant="quiet" busy={isAdding} onClick={() => void add()}>
          Add a passkey
        </Button>
      )}
      <Status text={status} />
    </section>
  );
}
