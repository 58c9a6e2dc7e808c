import type { RowStorage } from '@stepwise/shared-contracts/client/row-storage';
import {
  type KeyRow,
  keyOf,
  type Sealed,
  seal,
  unseal,
} from '@stepwise/shared-contracts/client/sealed-storage';
import type { User } from '@stepwise/shared-contracts/entities/user';
import type { ParticipantState } from '@stepwise/shared-contracts/store/participant-state';

/** What the server had of the participant whom this device keeps logged in, for times without a network. */
export type KeptState = ParticipantState & { user: User };

export interface Snapshot {
  /** What was kept last; null where there is nothing, or its time is over: then it is erased. */
  read(): Promise<KeptState | null>;
  /** Keeps this until `until` (ms since 1970) or a later time that was given before. */
  keep(state: KeptState, until: number): Promise<void>;
  /** Removes it, and the key that opens it. */
  erase(): Promise<void>;
}

export interface SnapshotRow extends Sealed {
  id: typeof ID;
  /** When its time is over (ms since 1970), by a clock that shows `seenAt` or later. */
  until: number;
  /** When this device last used it, by its clock then. */
  seenAt: number;
}
const ID = 'snapshot';

interface SnapshotSettings {
  open: () => Promise<RowStorage<SnapshotRow | KeyRow>>;
  /** The device's clock (ms since 1970). */
  now: () => number;
}

/** Sealed by a key of its own. A browser that keeps no key keeps no snapshot. */
export function createSnapshot({ open, now }: SnapshotSettings): Snapshot {
  let opened: ReturnType<typeof open> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let next: { state: KeptState; until: number } | null = null;
  /** In the order they were asked for. A storage that fails keeps nothing. */
  const inTurn = <T>(task: (rows: RowStorage<SnapshotRow | KeyRow>) => Promise<T>): Promise<T | null> => {
    const done = running
      .then(async () => {
        opened ??= open();
        return task(await opened);
      })
      .catch(() => null);
    running = done;
    return done;
  };
  const find = async (rows: RowStorage<SnapshotRow | KeyRow>) =>
    (await rows.list()).find((row): row is SnapshotRow => row.id === ID);
  const remove = async (rows: RowStorage<SnapshotRow | KeyRow>): Promise<null> => {
    for (const { id } of await rows.list()) await rows.remove(id);
    return null;
  };

  /** A clock that was set back since the last use wins no time. */
  const endOf = ({ until, seenAt }: SnapshotRow): number => until - Math.max(0, seenAt - now());
  return {
    read: () =>
      inTurn(async (rows) => {
        const row = await find(rows);
        if (!row) return null;
        const seenAt = now();
        const until = endOf(row);
        if (seenAt >= until) return remove(rows);
        await rows.update({ ...row, until, seenAt });
        return (await unseal(await keyOf(rows), row)) as KeptState;
      }),
    async keep(state, until) {
      const isAskedFor = next !== null;
      next = { state, until };
      if (isAskedFor) return;
      await inTurn(async (rows) => {
        const wanted = next;
        next = null;
        if (!wanted) return;
        const before = await find(rows);
        const row: SnapshotRow = {
          ...(await seal(await keyOf(rows), ID, wanted.state)),
          id: ID,
          until: Math.max(wanted.until, before ? endOf(before) : 0),
          seenAt: now(),
        };
        await (before ? rows.update(row) : rows.add(row));
      });
    },
    async erase() {
      next = null;
      await inTurn(remove);
    },
  };
}
