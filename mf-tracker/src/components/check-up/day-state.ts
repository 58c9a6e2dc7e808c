import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { clockTime, dayTurnsAt, type Today } from '../../day/today.ts';

/**
 * What is there already when a check-up starts. A record is stored under its UTC date, so the day that a
 * check-up counts for turns over in the middle of a person's morning in Australia:
 * - open: nothing yet
 * - recorded: today's is there, a new one replaces it
 * - shared: yesterday's counts for the same date, a new one replaces it
 * - beside: one was made earlier today, and a new one is added beside it
 */
export type DayState = { kind: 'open' } | { kind: 'recorded' | 'shared' | 'beside'; record: DailyRecord };

export function dayState(records: readonly DailyRecord[], today: Today): DayState {
  const replaced = records.find(({ date }) => date === today.key);
  if (replaced) return { kind: replaced.localDate === today.local ? 'recorded' : 'shared', record: replaced };
  const beside = records.find(({ localDate }) => localDate === today.local);
  return beside ? { kind: 'beside', record: beside } : { kind: 'open' };
}

/** What a new check-up does to the one that is there, in words; empty when there is none. */
export function whatHappens(state: DayState, today: Today): string {
  if (state.kind === 'open') return '';
  const { record } = state;
  const time = clockTime(record.recordedAt, record.timeZone);
  switch (state.kind) {
    case 'recorded':
      return `You did today’s check-up at ${time}. A new one replaces it.`;
    case 'shared':
      return `Your check-up of ${formatDateInWords(record.localDate)}, ${time}, counts for the same day: days change over at ${dayTurnsAt(today)}. A new one before then replaces it.`;
    case 'beside':
      return `You did a check-up at ${time} today. A new one is added beside it.`;
  }
}
