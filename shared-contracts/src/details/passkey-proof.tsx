import { useEffect, useState } from 'react';
import { listPasskeys, passkeyProofOptions, proveByPasskey } from '../calls/passkey.calls.ts';
import { CallError } from '../client/call-error.ts';
import { askForPasskey, canUsePasskeys } from '../client/passkeys.ts';
import { Button } from '../design-system/button.tsx';
import { Status } from '../design-system/status.tsx';
import { useHost } from '../host/host-services.tsx';

const FAILED = 'No passkey was used. Try again, or enter your password.';
/** What the server says in words for the person. */
const WORDED: ReadonlySet<string> = new Set(['unprocessable', 'too-many-requests']);

/**
 * Beside a field for the current password: a button that proves by a passkey that it is the participant, where they have
 * one. The server then takes the change without the password, for ten minutes.
 */
export function PasskeyProof({ onProved }: { onProved: () => void }) {
  const { client } = useHost();
  const [isOffered, setOffered] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!canUsePasskeys()) return;
    client.send(listPasskeys, undefined).then(
      ({ body }) => setOffered(body.passkeys.length > 0),
      // The password does as well.
      () => {},
    );
  }, [client]);
  if (!isOffered) return null;

  const prove = async () => {
    setAsking(true);
    setStatus('Waiting for your passkey...');
    try {
      const { options } = (await client.send(passkeyProofOptions, undefined)).body;
      const credential = await askForPasskey(options);
      await client.send(proveByPasskey, { credential });
    } catch (error) {
      const isWorded = error instanceof CallError && WORDED.has(error.code);
      setStatus(isWorded ? error.message : FAILED);
      return;
    } finally {
      setAsking(false);
    }
    setStatus('');
    onProved();
  };
  return (
    <>
      <Button variant="quiet" busy={isAsking} onClick={() => void prove()}>
        Use a passkey
      </Button>
      <Status text={status} />
    </>
  );
}
