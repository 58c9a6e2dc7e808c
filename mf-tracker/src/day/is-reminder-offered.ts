import { daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';

/** Days without a record after which the next one is a return. */
const MISSED_DAYS = 7;

/**
 * Whether a daily reminder is offered once today is recorded: after the very first check-up, and on the return after a
 * missed week, until one is chosen. Who wanted none is asked once more after a missed week, and then no more.
 */
export function isReminderOffered(
  reminder: Reminder | undefined,
  records: readonly Pick<DailyRecord, 'localDate'>[],
  today: string,
): boolean {
  if (!reminder || reminder.hour !== null) return false;
  const days = records.map(({ localDate }) => localDate);
  const first = days[0];
  if (!first || !days.includes(today)) return false;
  const declinedOn = reminder.declinedOn ?? null;
  if (first === today) return declinedOn === null;
  const before = days.findLast((day) => day < today) ?? first;
  const isReturn = daysBetween(before, today) > MISSED_DAYS;
  return isReturn && (declinedOn === null || declinedOn <= first);
}
