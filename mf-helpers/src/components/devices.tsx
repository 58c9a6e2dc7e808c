import {
  type LoggedInDevice,
  listDevices,
  logOutDevice,
} from '@stepwise/shared-contracts/calls/device.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useCallback, useEffect, useRef, useState } from 'react';
import styles from './devices.module.css';
import { type AskedPassword, PasswordForm, passwordProblem } from './password-form.tsx';

/** Where the participant is logged in, and a way to log out there. */
export function Devices() {
  const { client, now } = useHost();
  const [devices, setDevices] = useState<readonly LoggedInDevice[] | null>(null);
  const [status, setStatus] = useState('');
  const [fault, setFault] = useState<'load' | 'log-out' | null>(null);
  const [asked, setAsked] = useState<AskedPassword | null>(null);
  const section = useRef<HTMLElement>(null);

  const load = useCallback(async () => {
    try {
      setDevices((await client.send(listDevices, undefined)).body.devices);
      setFault(null);
    } catch {
      setFault('load');
    }
  }, [client]);
  useEffect(() => void load(), [load]);

  const logOut = async (device: LoggedInDevice, currentPassword = '') => {
    const { id, name, isKept } = device;
    setStatus('Logging out there...');
    setFault(null);
    try {
      await client.send(logOutDevice, { id, ...(currentPassword && { currentPassword }) });
    } catch (error) {
      const problem = passwordProblem(error, currentPassword);
      if (problem !== null) {
        setStatus('');
        return setAsked({
          button: `Log out on ${name}`,
          problem,
          goOn: (password) => void logOut(device, password),
        });
      }
      // It was logged out elsewhere meanwhile.
      if (!(error instanceof CallError && error.code === 'not-found')) {
        setStatus('');
        return setFault('log-out');
      }
    }
    setAsked(null);
    section.current?.focus();
    setDevices((before) => before?.filter((device) => device.id !== id) ?? null);
    const offline = isKept ? ' Without a connection it shows what it kept until it has one.' : '';
    setStatus(`Logged out on ${name}.${offline}`);
  };

  const today = localDate(now(), browserTimeZone());
  return (
    <section className="stack" aria-label="Devices" ref={section} tabIndex={-1}>
      {devices && devices.length > 0 && (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <li key={device.id} className={styles.device}>
              <strong>{device.name}</strong>
              {device.isCurrent && <span>This device</span>}
              <span className="small soft">
                {[lastUsed(device, today), ...(device.isKept ? ['stays logged in'] : [])].join(', ')}
              </span>
              {!device.isCurrent && (
                <Button variant="link" onClick={() => void logOut(device)}>
                  Log out there
                  <span className="visually-hidden"> ({device.name})</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && <PasswordForm id="device-password" asked={asked} onCancel={() => setAsked(null)} />}
      {fault === 'load' && (
        <>
          <p>Your devices could not be loaded.</p>
          <Button variant="quiet" onClick={() => void load()}>
            Try again
          </Button>
        </>
      )}
      <Status text={fault === 'log-out' ? 'You were not logged out there. Please try again.' : status} />
    </section>
  );
}

function lastUsed({ lastUsedAt, isCurrent }: LoggedInDevice, today: string): string {
  if (isCurrent) return 'In use now';
  const day = localDate(new Date(lastUsedAt), browserTimeZone());
  return `Last used ${day === today ? 'today' : formatDate(day)}, ${clockTime(lastUsedAt, browserTimeZone())}`;
}
