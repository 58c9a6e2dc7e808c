import { openRowStorage } from '@stepwise/shared-contracts/client/row-storage';
import type { Snapshot } from './snapshot.ts';

const NAME = 'snapshot';

const isThere = async (): Promise<boolean> => (await indexedDB.databases()).some(({ name }) => name === NAME);

/**
 * The device's snapshot, whose code is loaded where there is something to keep or to read: for most people there is not.
 * Where it does not load, nothing is kept.
 */
export function loadSnapshot(): Snapshot {
  let loading: Promise<Snapshot> | undefined;
  const load = (): Promise<Snapshot> => {
    loading ??= import(/* webpackChunkName: "snapshot" */ './snapshot.ts').then(({ createSnapshot }) =>
      createSnapshot({ open: () => openRowStorage(NAME), now: Date.now }),
    );
    return loading;
  };
  /** In the order they were asked for, since all await one loading. */
  const using = <T>(task: (snapshot: Snapshot) => Promise<T>): Promise<T | null> =>
    load()
      .then(task)
      .catch(() => null);
  const mayBeThere = async (): Promise<boolean> =>
    loading !== undefined || (await isThere().catch(() => false));
  return {
    read: async () => ((await mayBeThere()) ? using((snapshot) => snapshot.read()) : null),
    async keep(state, until) {
      await using((snapshot) => snapshot.keep(state, until));
    },
    async erase() {
      if (await mayBeThere()) await using((snapshot) => snapshot.erase());
    },
  };
}
