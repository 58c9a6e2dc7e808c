import { useState } from 'react';
import type { BodyOf } from '../calls/call.ts';
import { saveUser } from '../calls/user.calls.ts';
import { CallError } from '../client/call-error.ts';
import { SAVE_TEXT, useSave } from '../client/use-save.ts';
import { useHost } from '../federation/host-services.tsx';
import { type Problems, problemsOf } from './details-form.tsx';

export type UserDraft = BodyOf<typeof saveUser>;

const NONE: Problems<UserDraft> = {};

/** What the server found, by field. Too many attempts were made with one of two. */
const problemsIn = ({ code, issues, message }: CallError, draft: UserDraft): Problems<UserDraft> =>
  code === 'too-many-requests'
    ? { [draft.currentPassword ? 'currentPassword' : 'email']: message }
    : problemsOf(issues);

/**
 * Saves the participant's own details. `save` resolves with whether the form can close, because the details are saved or
 * stored on the device until they can be. `asksPassword`: the server wants the current password as well.
 */
export function useSaveUser() {
  const { client, outbox, store } = useHost();
  const { status, track, reset } = useSave(saveUser);
  const [rejected, setRejected] = useState(NONE);
  const [asksPassword, setAsksPassword] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);

  /**
   * A password is never stored on the device, and a new address may need one: these go straight to the server or not at all.
   */
  const sendNow = async (draft: UserDraft): Promise<void> => {
    const { body } = await client.send(saveUser, draft);
    store.server.setState({ user: body.user });
  };
  const save = async (draft: UserDraft): Promise<boolean> => {
    setRejected(NONE);
    setUnsaved(false);
    const { email } = store.getState().user ?? {};
    const isDirect = Boolean(draft.password || draft.currentPassword) || draft.email !== email;
    const answered: Promise<unknown> = isDirect ? sendNow(draft) : outbox.send(saveUser, draft);
    answered.catch((error: unknown) => {
      if (!(error instanceof CallError)) return;
      const found = problemsIn(error, draft);
      setRejected(found);
      if (found.currentPassword) setAsksPassword(true);
    });
    const canClose = (await track(answered)) !== 'rejected';
    if (canClose) setAsksPassword(false);
    return canClose;
  };
  return {
    status: isUnsaved ? 'Not saved yet' : SAVE_TEXT[status],
    isSaving: status === 'saving',
    rejected,
    asksPassword,
    save,
    markUnsaved: () => setUnsaved(true),
    reset: () => {
      setUnsaved(false);
      setRejected(NONE);
      setAsksPassword(false);
      reset();
    },
  };
}
