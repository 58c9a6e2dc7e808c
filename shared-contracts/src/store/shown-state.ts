import { type OutboxEntry, temporaryIdOf } from '../client/outbox-storage.ts';
import type { Save } from './apply.ts';
import type { ParticipantState } from './participant-state.ts';

/**
 * The state with one save in it: as it is shown before the answer, or as the server has it with the answer. The same state
 * where the save is none of `saves`.
 */
export function applyEntry(
  saves: readonly Save[],
  state: ParticipantState,
  entry: OutboxEntry,
  answer?: unknown,
): ParticipantState {
  const save = saves.find(({ call }) => call.path === entry.path);
  const { createdAt, timeZone } = entry;
  try {
    const applied = { createdAt, timeZone, temporaryId: temporaryIdOf(entry), answer };
    return { ...state, ...save?.apply(state, entry.body as never, applied as never) };
  } catch {
    // The body is of another release: it is still sent, and the server answers what it makes of it.
    return state;
  }
}

/** What a participant sees: what the server has, and over it what is unsent. */
export const shownState = (
  saves: readonly Save[],
  server: ParticipantState,
  unsent: readonly OutboxEntry[],
): ParticipantState => unsent.reduce((state, entry) => applyEntry(saves, state, entry), server);
