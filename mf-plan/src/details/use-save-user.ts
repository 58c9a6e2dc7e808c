import type { BodyOf } from '@stepwise/shared-contracts/calls/call';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { type Problems, problemsOf } from '@stepwise/shared-contracts/details/details-form';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';

export type UserDraft = BodyOf<typeof saveUser>;

const NONE: Problems<UserDraft> = {};

/**
 * Saves the participant's own details. `save` resolves with whether the form can close, because the details are saved or
 * kept on the device until they can be.
 */
export function useSaveUser() {
  const { client, outbox, store } = useHost();
  const { status, track, reset } = useSave(saveUser);
  const [rejected, setRejected] = useState(NONE);
  const [isUnsaved, setUnsaved] = useState(false);

  /** A password is never kept on the device, so it goes straight to the server or not at all. */
  const sendNow = async (draft: UserDraft): Promise<void> => {
    const { body } = await client.send(saveUser, draft);
    store.server.setState({ user: body.user });
  };
  const save = async (draft: UserDraft): Promise<boolean> => {
    setRejected(NONE);
    setUnsaved(false);
    const answered: Promise<unknown> = draft.password ? sendNow(draft) : outbox.send(saveUser, draft);
    answered.catch((error: unknown) => {
      if (error instanceof CallError) setRejected(problemsOf(error.issues));
    });
    return (await track(answered)) !== 'rejected';
  };
  return {
    status: isUnsaved ? 'Not saved yet' : SAVE_TEXT[status],
    isSaving: status === 'saving',
    rejected,
    save,
    markUnsaved: () => setUnsaved(true),
    reset: () => {
      setUnsaved(false);
      setRejected(NONE);
      reset();
    },
  };
}
