import { useState } from 'react';
import type { BodyOf } from '../calls/call.ts';
import { allData } from '../calls/session.calls.ts';
import { type ContactDetails, saveUser } from '../calls/user.calls.ts';
import { CallError } from '../client/call-error.ts';
import type { User } from '../entities/user.ts';
import { useHost } from '../host/host-services.tsx';
import { SAVE_TEXT, useSave } from '../host/use-save.ts';
import { type Problems, problemsOf } from './details-form.tsx';

export type UserDraft = BodyOf<typeof saveUser>;

const NONE: Problems<UserDraft> = {};

const knownOf = ({ firstName, lastName, phone, email }: User): ContactDetails => ({
  ...{ firstName, lastName, phone, email },
});

/** What the server found, by field. Too many attempts were made with one of two. */
const problemsIn = ({ code, issues, message }: CallError, draft: UserDraft): Problems<UserDraft> =>
  code === 'too-many-requests'
    ? { [draft.currentPassword ? 'currentPassword' : 'email']: message }
    : problemsOf(issues);

/**
 * Saves the participant's own details. `save` resolves with whether the form can close, because the details are saved or
 * stored on the device until they can be. `asksPassword`: the server wants the current password as well.
 */
export function useSaveUser(user: User | null | undefined) {
  const { client, outbox, store } = useHost();
  const { status, track, reset } = useSave(saveUser);
  const [rejected, setRejected] = useState(NONE);
  const [asksPassword, setAsksPassword] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  /** What the form showed when it was opened, or what the server has answered since. */
  const [known, setKnown] = useState(() => (user ? knownOf(user) : undefined));

  /**
   * A password is never stored on the device, and a new address may need one: these go straight to the server or not at all.
   */
  const sendNow = async (draft: UserDraft): Promise<void> => {
    const { body } = await client.send(saveUser, draft);
    store.server.setState({ user: body.user });
  };
  /** Another person saved the same fields meanwhile: names what they hold now, and saving again replaces it. */
  const showConflict = async ({ issues }: CallError): Promise<void> => {
    const { user } = (await client.send(allData, undefined)).body;
    store.server.setState({ user });
    setKnown(knownOf(user));
    const now = new Map(Object.entries(knownOf(user)));
    const found = issues.map(({ path: [field = ''] }) => {
      const text = now.get(String(field));
      return [
        field,
        `This was changed meanwhile and is now ${text ? `“${text}”` : 'empty'}. Save again to replace it.`,
      ];
    });
    setRejected(Object.fromEntries(found));
  };
  /** What was rejected earlier is saved now, or replaced. */
  const dismissRejected = () => {
    for (const { id, path } of outbox.state.getState().rejected)
      if (path === saveUser.path) void outbox.dismiss(id);
  };
  const save = async (edited: UserDraft): Promise<boolean> => {
    setRejected(NONE);
    setUnsaved(false);
    const draft = { ...edited, ...(known && { known }) };
    const { email } = store.getState().user ?? {};
    const isDirect = Boolean(draft.password || draft.currentPassword) || draft.email !== email;
    const answered: Promise<unknown> = isDirect ? sendNow(draft) : outbox.send(saveUser, draft);
    answered.catch((error: unknown) => {
      if (!(error instanceof CallError)) return;
      if (error.code === 'conflict') return void showConflict(error).catch(() => {});
      const found = problemsIn(error, draft);
      setRejected(found);
      if (found.currentPassword) setAsksPassword(true);
    });
    const outcome = await track(answered);
    if (outcome === 'rejected') return false;
    setAsksPassword(false);
    if (outcome === 'saved') dismissRejected();
    return true;
  };
  return {
    status: isUnsaved ? 'Not saved yet' : SAVE_TEXT[status],
    isSaving: status === 'saving',
    rejected,
    asksPassword,
    save,
    /** The form is opened on these details. */
    begin: (user: User) => setKnown(knownOf(user)),
    markUnsaved: () => setUnsaved(true),
    reset: () => {
      setUnsaved(false);
      setRejected(NONE);
      setAsksPassword(false);
      reset();
    },
  };
}
