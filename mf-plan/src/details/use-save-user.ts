import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { SAVING_TEXT, type SavingState } from '@stepwise/shared-contracts/people/use-person';
import { useState } from 'react';
import { findUserProblems, problemsOf, type UserDraft, type UserProblems } from './user-problems.ts';

/**
 * Saves the participant's own details: shown at once, taken back when refused. `save` resolves with whether the form
 * can close, because the details are saved or kept on the device until they can be.
 */
export function useSaveUser() {
  const { client, outbox, store } = useHost();
  const [saving, setSaving] = useState<SavingState | 'unsaved'>('idle');
  const [problems, setProblems] = useState<UserProblems>({});

  const send = async (draft: UserDraft): Promise<boolean> => {
    const { user: before, updateUser, setUser } = store.getState();
    const { password, ...shown } = draft;
    updateUser(shown);
    try {
      // A password is never kept on the device, so it goes straight to the server or not at all.
      const { body } = password ? await client.send(saveUser, draft) : await outbox.send(saveUser, draft);
      setUser(body.user);
      setSaving('saved');
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (before) setUser(before);
      setProblems(problemsOf(error.issues));
      setSaving('refused');
      return false;
    }
  };

  const save = async (draft: UserDraft): Promise<boolean> => {
    const found = findUserProblems(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    setSaving('saving');
    let stop = () => {};
    const waiting = new Promise<true>((resolve) => {
      stop = outbox.state.subscribe(({ isWaiting }) => {
        if (!isWaiting || draft.password) return;
        setSaving('kept');
        resolve(true);
      });
    });
    return Promise.race([send(draft), waiting]).finally(stop);
  };

  const status = saving === 'unsaved' ? 'Not saved yet' : SAVING_TEXT[saving];
  const reset = () => {
    setSaving('idle');
    setProblems({});
  };
  return {
    status,
    isSaving: saving === 'saving',
    problems,
    save,
    markUnsaved: () => setSaving('unsaved'),
    reset,
  };
}
