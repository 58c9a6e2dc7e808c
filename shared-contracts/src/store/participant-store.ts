import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OutboxState } from '../client/outbox.ts';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import type { Save } from './apply.ts';
import { EMPTY_STATE, type ParticipantState } from './participant-state.ts';
import { applyEntry, shownState } from './shown-state.ts';

export type { ParticipantState } from './participant-state.ts';

/** What a participant sees: what the server has, and over it what is unsent. */
export interface ParticipantStore
  extends Pick<StoreApi<ParticipantState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** What the server has. Answers of calls that are no saves are put in here. */
  readonly server: StoreApi<ParticipantState>;
  /** Takes over what the server has since it answered a save. */
  reconcile(entry: OutboxEntry, success: { body?: unknown }): void;
  /** Forgets the participant, as at log-out; the survey goes as well. */
  clear(): void;
}

/**
 * The one store that the shell makes and hands to every feature. `saves` gives the calls whose entries are shown: it has
 * those of a participant before the outbox has entries of one.
 */
export function createParticipantStore(
  outbox: Pick<StoreApi<OutboxState>, 'getState' | 'subscribe'>,
  saves: () => readonly Save[],
): ParticipantStore {
  const server = createStore<ParticipantState>()(() => EMPTY_STATE);
  const empty = server.getState();
  let latest = { server: empty, entries: outbox.getState().entries, shown: empty };

  const getState = () => {
    const [known, { entries }] = [server.getState(), outbox.getState()];
    if (latest.server !== known || latest.entries !== entries)
      latest = { server: known, entries, shown: shownState(saves(), known, entries) };
    return latest.shown;
  };
  return {
    server,
    getState,
    getInitialState: server.getInitialState,
    subscribe(listener: (shown: ParticipantState, before: ParticipantState) => void) {
      let before = getState();
      const notify = () => {
        const shown = getState();
        if (shown === before) return;
        listener(shown, before);
        before = shown;
      };
      const stops = [server.subscribe(notify), outbox.subscribe(notify)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    reconcile: (entry: OutboxEntry, { body }: { body?: unknown }) =>
      server.setState(applyEntry(saves(), server.getState(), entry, body)),
    clear: () => server.setState(empty, true),
  };
}
