import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import type { OutboxEntry } from '@stepwise/shared-contracts/client/outbox-storage';
import { localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Activity, DailyRecord, Symptom } from '@stepwise/shared-contracts/entities/tracker';

export type CheckUpBody = ParsedBodyOf<typeof saveRecord>;

/** The participant's own lists, by which the ids of a check-up get their words. */
export interface TrackerLists {
  symptoms: readonly Symptom[];
  activities: readonly Activity[];
}

/** The record that the server will make of a check-up made at `recordedAt` (ISO, UTC). */
export function recordOf(
  { symptoms, activities, sleep, mood, active, recordedAt }: CheckUpBody & { recordedAt: string },
  lists: TrackerLists,
  timeZone: string,
): DailyRecord {
  const instant = new Date(recordedAt);
  return {
    date: utcDate(instant),
    symptoms: lists.symptoms.filter(({ id }) => symptoms.includes(id)),
    sleep,
    mood,
    active,
    activities: lists.activities.filter(({ id }) => activities.includes(id)),
    recordedAt,
    timeZone,
    localDate: localDate(instant, timeZone),
  };
}

/** What a check-up in the outbox holds, or null when the entry is another save's or unreadable. */
export function checkUpOf(entry: OutboxEntry): (CheckUpBody & { recordedAt: string }) | null {
  if (entry.path !== saveRecord.path) return null;
  const body = saveRecord.body.safeParse(entry.body);
  return body.success ? { ...body.data, recordedAt: body.data.recordedAt ?? entry.createdAt } : null;
}

/** The check-ups that wait to be sent, as records; of two for one date the later one alone. */
export function pendingRecords(
  entries: readonly OutboxEntry[],
  lists: TrackerLists,
  timeZone: string,
): ReadonlyMap<string, DailyRecord> {
  const pending = new Map<string, DailyRecord>();
  for (const entry of entries) {
    const checkUp = checkUpOf(entry);
    if (!checkUp) continue;
    const record = recordOf(checkUp, lists, timeZone);
    pending.set(record.date, record);
  }
  return pending;
}

/** The records as the person made them, oldest first: what waits to be sent replaces what the server has of its date. */
export function withPending(
  records: readonly DailyRecord[],
  pending: ReadonlyMap<string, DailyRecord>,
): readonly DailyRecord[] {
  if (pending.size === 0) return records;
  return [...records.filter(({ date }) => !pending.has(date)), ...pending.values()].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  );
}
