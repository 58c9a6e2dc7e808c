import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { FieldProblem } from '@stepwise/shared-contracts/design-system/error-summary';
import { type SubmitEvent, useState } from 'react';

type ServerErrors = CallError['fields'];

/** What was rejected: the message at each field, and all of them as an error summary shows them. */
interface AccountProblems {
  byField: Readonly<Record<string, string>>;
  summary: { message: string; problems: readonly FieldProblem[] };
}

interface AccountForm {
  /** Rejects with CallError. */
  send: () => Promise<void>;
  /** The server's names for each field's errors, by the field's id. The first that has a message counts. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** The message for rejected fields as a whole. */
  rejection: (errors: ServerErrors) => string;
}

/** Sends a log-in or sign-up form and sorts what the server rejects to its fields. */
export function useAccountForm({ send, fields, rejection }: AccountForm) {
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useState<AccountProblems | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSending(true);
    setProblems(null);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblems(
        error.code === 'field-errors' ? sortProblems(error.fields) : { byField: {}, summary: unsent(error) },
      );
    } finally {
      setSending(false);
    }
  };

  const sortProblems = (errors: ServerErrors): AccountProblems => {
    const found = Object.entries(fields).flatMap(([fieldId, names]) => {
      const message = names.map((name) => errors[name]?.[0]).find(Boolean);
      return message ? [{ fieldId, message }] : [];
    });
    return {
      byField: Object.fromEntries(found.map(({ fieldId, message }) => [fieldId, message])),
      summary: { message: rejection(errors), problems: found },
    };
  };

  return { submit, isSending, problems };
}

const unsent = (error: CallError): AccountProblems['summary'] => ({
  message:
    error.code === 'too-many-requests'
      ? 'There were too many attempts. Please wait a few minutes, then try again.'
      : 'This did not reach the server. Please check your connection and try again.',
  problems: [],
});
