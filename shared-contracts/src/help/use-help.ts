import { useStore } from 'zustand';
import { useHost, useParticipant } from '../host/host-services.tsx';
import { type Help, helpOf } from './help.ts';

/** Whether help is on for the person who is logged in, on every page and without a network; null while it is off. */
export function useHelp(): Help | null {
  const { store, outbox, now } = useHost();
  const shown = useParticipant(({ help }) => help);
  const saved = useStore(store.server, ({ help }) => help);
  const draft = useStore(outbox.state, (state) => state.draft);
  return helpOf({ shown, saved, draft }, now());
}
