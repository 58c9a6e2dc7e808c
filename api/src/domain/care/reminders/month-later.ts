import { addDays, daysBetween, localDate } from '@stepwise/shared-contracts/dates/plain-date';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The instant a calendar month later for a visitor in `timeZone` (IANA): the same day of the next month, or its last day
 * where it is shorter, at the same time of day give or take a clock change.
 */
export function monthLater(instant: Date, timeZone: string): Date {
  const today = localDate(instant, timeZone);
  const due = sameDayNextMonth(today);
  const later = new Date(instant.getTime() + daysBetween(today, due) * DAY_MS);
  // Near midnight, a clock change between the two carries the time into a neighbouring day.
  const daysOff = daysBetween(localDate(later, timeZone), due);
  return new Date(later.getTime() + daysOff * HOUR_MS);
}

function sameDayNextMonth(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const firstOfNext = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const daysOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return addDays(firstOfNext, Math.min(day, daysOfNext) - 1);
}
