import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { PasskeyProof } from '@stepwise/shared-contracts/details/passkey-proof';
import { OneFieldForm } from './one-field-form.tsx';

/** A change that waits for the current password or a passkey, which the server asks for where the last proof is not recent. */
export interface AskedPassword {
  /** What the button says. */
  button: string;
  /** What was wrong with the password given before; empty at first. */
  problem: string;
  /** With the password, or an empty one after a passkey. */
  goOn: (password: string) => void;
}

/** What is wrong with the password that a call was sent with; empty where none was given, null where it was rejected for something else. */
export function passwordProblem(error: unknown, given: string): string | null {
  const [issue] = error instanceof CallError && error.code === 'unprocessable' ? error.issues : [];
  if (issue?.path[0] !== 'currentPassword') return null;
  return given ? issue.message : '';
}

interface PasswordFormProps {
  id: string;
  asked: AskedPassword;
  busy?: boolean;
  onCancel: () => void;
}

export const PasswordForm = ({ id, asked, busy = false, onCancel }: PasswordFormProps) => (
  <>
    <OneFieldForm
      id={id}
      label="Your current password"
      type="password"
      autoComplete="current-password"
      error={asked.problem}
      busy={busy}
      button={asked.button}
      onSubmit={asked.goOn}
      onCancel={onCancel}
    />
    <PasskeyProof onProved={() => asked.goOn('')} />
  </>
);
