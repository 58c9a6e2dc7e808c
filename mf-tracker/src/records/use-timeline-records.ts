import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Today } from '../day/today.ts';
import { pendingRecords, withPending } from './pending-records.ts';

interface TimelineRecords {
  /** Oldest first, with what waits in the outbox. */
  records: readonly DailyRecord[];
  /** Dates of the records that have waited for the server in vain so far. */
  unsent: readonly string[];
  /** How a check-up of today stands, or null when there is none on its way. */
  sending: 'saving' | 'waiting' | null;
}

/** The records as the person made them: the server's, and over them what it has not taken yet, also after a reload. */
export function useTimelineRecords({ key, timeZone }: Today): TimelineRecords {
  const { outbox } = useHost();
  const entries = useStore(outbox.state, (state) => state.entries);
  const isWaiting = useStore(outbox.state, (state) => state.isWaiting);
  const saved = useParticipant((state) => state.records);
  const symptoms = useParticipant((state) => state.symptoms);
  const activities = useParticipant((state) => state.activities);
  const pending = useMemo(
    () => pendingRecords(entries, { symptoms, activities }, timeZone),
    [entries, symptoms, activities, timeZone],
  );
  const records = useMemo(() => withPending(saved, pending), [saved, pending]);
  const unsent = useMemo(() => (isWaiting ? [...pending.keys()] : []), [isWaiting, pending]);
  return { records, unsent, sending: !pending.has(key) ? null : isWaiting ? 'waiting' : 'saving' };
}
