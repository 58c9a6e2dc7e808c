import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useMemo } from 'react';
import { useStore } from 'zustand';

interface TimelineRecords {
  /** Oldest first, with what waits in the outbox. */
  records: readonly DailyRecord[];
  /** Dates of the records that have waited for the server in vain so far. */
  unsent: readonly string[];
  /** How a check-up of today stands, or null when there is none on its way. */
  sending: 'saving' | 'waiting' | null;
}

/** `today` is the UTC date that a record made now is stored under. */
export function useTimelineRecords(today: string): TimelineRecords {
  const { outbox, store } = useHost();
  const records = useParticipant((state) => state.records);
  const saved = useStore(store.server, (state) => state.records);
  const isWaiting = useStore(outbox.state, (state) => state.isWaiting);
  const dates = useMemo(() => {
    const known = new Set(saved);
    return records.filter((record) => !known.has(record)).map(({ date }) => date);
  }, [records, saved]);
  const unsent = useMemo(() => (isWaiting ? dates : []), [isWaiting, dates]);
  return { records, unsent, sending: !dates.includes(today) ? null : isWaiting ? 'waiting' : 'saving' };
}
