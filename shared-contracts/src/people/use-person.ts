import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { CallError } from '../client/call-error.ts';
import { useHost, useParticipant } from '../federation/host-services.tsx';
import { PEOPLE, type Person, type PersonKind } from './person.ts';

/** `kept`: saved on this device and not sent yet, because no answer comes. */
export type SavingState = 'idle' | 'saving' | 'kept' | 'saved' | 'refused';

/** What a status line says of a save. */
export const SAVING_TEXT: Record<SavingState, string> = {
  idle: '',
  saving: 'Saving…',
  kept: 'Kept on this device until it can be saved',
  saved: 'Saved',
  refused: 'This could not be saved. Please check it and try again.',
};

/** What is kept of a form: a support person's email is not saved (specification, section 3). */
const savedPart = (kind: PersonKind, { name, phone, email = '' }: Person) =>
  kind === 'doctor' ? { name, phone, email } : { name, phone };

/**
 * One helper of the participant and how saving them stands. `save` shows the change at once, as the specification
 * asks (section 4), and takes it back when the server refuses it. It resolves with what comes first: the server's
 * answer, or that no answer comes and the change is kept until one does.
 */
export function usePerson(kind: PersonKind): {
  person: Person;
  saving: SavingState;
  save: (person: Person) => Promise<'saved' | 'kept' | 'refused'>;
} {
  const { outbox, store } = useHost();
  const person = useParticipant((state) => state[kind]);
  const isWaiting = useStore(outbox.state, (state) => state.isWaiting);
  const [saving, setSaving] = useState<Exclude<SavingState, 'kept'>>('idle');
  const latest = useRef<Person>(null);

  const send = async (next: Person, before: Person): Promise<'saved' | 'refused'> => {
    try {
      await outbox.send<(typeof PEOPLE)[PersonKind]['call']>(PEOPLE[kind].call, next);
      return 'saved';
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (store.getState()[kind] === next) store.setState({ [kind]: before });
      return 'refused';
    }
  };

  const save = async (form: Person) => {
    const before = store.getState()[kind];
    const next = savedPart(kind, form);
    latest.current = next;
    store.setState({ [kind]: next });
    setSaving('saving');
    const answered = send(next, before).then((outcome) => {
      if (latest.current === next) setSaving(outcome);
      return outcome;
    });
    let stop = () => {};
    const kept = new Promise<'kept'>((resolve) => {
      stop = outbox.state.subscribe((state) => state.isWaiting && resolve('kept'));
    });
    return Promise.race([answered, kept]).finally(() => stop());
  };

  return { person, saving: saving === 'saving' && isWaiting ? 'kept' : saving, save };
}
