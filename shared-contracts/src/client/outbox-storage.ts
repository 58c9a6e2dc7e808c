import type { RowStorage } from './row-storage.ts';

/** A save that the server has not accepted. */
export interface OutboxEntry {
  /** At least 12 hexadecimal digits. Also the idempotency key: a repeat of the same entry is harmless. */
  id: string;
  /** The participant it belongs to. Null for a visitor, whose entries are never stored. */
  account: string | null;
  path: string;
  body: unknown;
  /** When the person made it, ISO, UTC. */
  createdAt: string;
  /** The person's time zone then, IANA. */
  timeZone: string;
  /** Why the server rejected it, in its words. A rejected entry is not sent again. */
  rejection?: string;
}

/**
 * The id of what an entry adds, until the server's answer brings the real one: negative, which no id of the server is,
 * and the same after a reload and in every tab.
 */
export const temporaryIdOf = ({ id }: Pick<OutboxEntry, 'id'>): number =>
  -Number.parseInt(id.slice(0, 12), 16);

export type OutboxStorage = RowStorage<OutboxEntry>;

/** For a browser without IndexedDB (some private windows): entries live as long as the page. */
export function createMemoryStorage(): OutboxStorage {
  const entries = new Map<string, OutboxEntry>();
  return {
    list: async () => [...entries.values()],
    add: async (entry) => {
      entries.set(entry.id, entry);
    },
    update: async (entry) => {
      if (entries.has(entry.id)) entries.set(entry.id, entry);
    },
    remove: async (id) => {
      entries.delete(id);
    },
  };
}
