import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useMemo } from 'react';
import { useStore } from 'zustand';

export interface TimelineRecords {
  /** Oldest first, with what waits in the outbox. */
  records: readonly DailyRecord[];
  /** Those that have waited for the server in vain so far. */
  unsent: readonly DailyRecord[];
  /** How check-ups stand, or null when none is on its way. */
  sending: 'saving' | 'waiting' | null;
}

export function useTimelineRecords(): TimelineRecords {
  const { outbox, store } = useHost();
  const records = useParticipant((state) => state.records);
  const saved = useStore(store.server, (state) => state.records);
  const isWaiting = useStore(outbox.state, (state) => state.isWaiting);
  const pending = useMemo(() => {
    const known = new Set(saved);
    return records.filter((record) => !known.has(record));
  }, [records, saved]);
  const unsent = useMemo(() => (isWaiting ? pending : []), [isWaiting, pending]);
  return { records, unsent, sending: pending.length === 0 ? null : isWaiting ? 'waiting' : 'saving' };
}
