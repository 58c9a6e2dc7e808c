import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { recordOn } from '@stepwise/shared-contracts/optimistic/records';

/**
 * What is there already of the day that a check-up is for:
 * - open: nothing yet
 * - replaced: a record of the same UTC date, which a new one replaces
 * - beside: only records of the other UTC date that the day has, beside which a new one is added
 */
export type DayState = { kind: 'open' } | { kind: 'replaced' | 'beside'; record: DailyRecord };

/** `date` is the UTC date that a check-up of the person's `day` is stored under. `records` are in the order of the days. */
export function dayState(records: readonly DailyRecord[], day: string, date: string): DayState {
  const last = recordOn(records, day);
  if (!last) return { kind: 'open' };
  const replaced = records.find((record) => record.localDate === day && record.date === date);
  return replaced ? { kind: 'replaced', record: replaced } : { kind: 'beside', record: last };
}

/** What a new check-up does to the one that is there, in words; empty when there is none. */
export function whatHappens(state: DayState): string {
  if (state.kind === 'open') return '';
  const { localDate, recordedAt, timeZone } = state.record;
  const made = `There is a check-up of ${formatDateInWords(localDate)}, made at ${clockTime(recordedAt, timeZone)}.`;
  return state.kind === 'replaced'
    ? `${made} A new one replaces it.`
    : `${made} A new one is added beside it and counts for the day.`;
}
