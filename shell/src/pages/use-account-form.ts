import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { FieldProblem } from '@stepwise/shared-contracts/design-system/error-summary';
import { type SubmitEvent, useState } from 'react';

type ServerErrors = CallError['fields'];

/** What was rejected. */
export interface AccountProblems {
  /** The message at each field. */
  byField: Readonly<Record<string, string>>;
  /** The names of those fields, for the error summary: each message is said once, at its field. */
  fields: readonly FieldProblem[];
  /** What is wrong as a whole. */
  message: string;
}

interface AccountForm {
  /** Rejects with CallError. */
  send: () => Promise<void>;
  /** The label and the server's names for each field's errors, by the field's id. The first that has a message counts. */
  fields: Readonly<Record<string, { label: string; names: readonly string[] }>>;
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
        error.code === 'field-errors'
          ? sortProblems(error.fields)
          : { byField: {}, fields: [], message: unsentWords(error) },
      );
    } finally {
      setSending(false);
    }
  };

  const sortProblems = (errors: ServerErrors): AccountProblems => {
    const found = Object.entries(fields).flatMap(([fieldId, { label, names }]) => {
      const message = names.map((name) => errors[name]?.[0]).find(Boolean);
      return message ? [{ fieldId, label, message }] : [];
    });
    return {
      byField: Object.fromEntries(found.map(({ fieldId, message }) => [fieldId, message])),
      fields: found.map(({ fieldId, label }) => ({ fieldId, message: label })),
      message: rejection(errors),
    };
  };

  return { submit, isSending, problems };
}

const UNSENT_WORDS: Partial<Record<CallError['code'], string>> = {
  'too-many-requests': 'There were too many attempts. Please wait a few minutes, then try again.',
  // The token is a cookie, and the client has sent again with each newer one.
  'wrong-csrf-token':
    'Your browser blocks cookies, and without them you cannot be logged in. Please allow cookies for this site in the browser’s settings, then try again.',
};

const unsentWords = ({ code }: CallError): string =>
  UNSENT_WORDS[code] ?? 'This did not reach the server. Please check your connection and try again.';
