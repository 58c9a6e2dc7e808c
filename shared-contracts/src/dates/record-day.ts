import { addDays, localDate, utcDate } from './plain-date.ts';

/** The day that a check-up is of. A save replaces the record with the same `date` and `localDate`, and no other. */
export interface RecordDay {
  /** The UTC date of the instant; of a day added later, that calendar date. */
  date: string;
  /** The person's own day. */
  localDate: string;
  /** It is of the day before the one on which it was made. */
  addedLater: boolean;
}

/**
 * The day of a check-up made at `instant` by someone in `timeZone` (IANA), of their `day`: that instant's own, unless it is
 * given, or the one before. Null for any other day.
 */
export function recordDay(instant: Date, timeZone: string, day?: string): RecordDay | null {
  const own = localDate(instant, timeZone);
  if (day === undefined || day === own) return { date: utcDate(instant), localDate: own, addedLater: false };
  return day === addDays(own, -1) ? { date: day, localDate: day, addedLater: true } : null;
}
