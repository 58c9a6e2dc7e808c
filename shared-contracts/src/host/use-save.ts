import { useState } from 'react';
import { useStore } from 'zustand';
import type { SavingCall } from '../calls/call.ts';
import { CallError } from '../client/call-error.ts';
import { useHost } from './host-services.tsx';

/** `kept`: saved on this device and not sent yet, because no answer comes. */
export type SaveStatus = 'idle' | 'saving' | 'kept' | 'saved' | 'rejected';

/** What a status line says of a save. */
export const SAVE_TEXT: Record<SaveStatus, string> = {
  idle: '',
  saving: 'Saving…',
  kept: 'Kept on this device until it can be saved',
  saved: 'Saved',
  rejected: 'This could not be saved. Please check it and try again.',
};

/**
 * How the saves of one call stand, those of an earlier page or another tab included. `track` follows a save of this page
 * and resolves with what comes first: the server's answer, or that none comes and the save is stored until one does.
 */
export function useSave({ path }: SavingCall) {
  const { outbox } = useHost();
  const isUnsent = useStore(outbox.state, ({ entries }) => entries.some((entry) => entry.path === path));
  const isWaiting = useStore(outbox.state, (state) => state.isWaiting);
  const [outcome, setOutcome] = useState<Exclude<SaveStatus, 'kept'>>('idle');

  const track = async (answered: Promise<unknown>): Promise<'saved' | 'kept' | 'rejected'> => {
    setOutcome('saving');
    const settled = answered.then(
      () => 'saved' as const,
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        return 'rejected' as const;
      },
    );
    void settled.then(setOutcome);
    let stop = () => {};
    const kept = new Promise<'kept'>((resolve) => {
      stop = outbox.state.subscribe((state) => state.isWaiting && resolve('kept'));
    });
    return Promise.race([settled, kept]).finally(() => stop());
  };

  const status: SaveStatus = !isUnsent ? outcome : isWaiting ? 'kept' : 'saving';
  return { status, track, reset: () => setOutcome('idle') };
}
