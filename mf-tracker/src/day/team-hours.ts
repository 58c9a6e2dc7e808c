import { addDays, formatDateInWords, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { formatTimeOfDay } from '@stepwise/shared-contracts/dates/time-of-day';
import type { OpeningHours } from '@stepwise/shared-contracts/entities/site-content';

interface TeamHours {
  openingHours: OpeningHours;
  /** Days without hours. */
  holidays: readonly string[];
}

/** Further ahead no one would look for them. */
const DAYS_AHEAD = 60;

/**
 * When the team's hours end, while they last, else when they begin again: `The team’s hours begin again on Monday at
 * 9:00am.` On the team's clock, which is named where the person's own shows another time. Empty where none are known.
 */
export function teamHoursInWords({ openingHours, holidays }: TeamHours, now: Date, ownZone: string): string {
  const { days, from, to, timeZone } = openingHours;
  const today = localDate(now, timeZone);
  const time = timeOf(now, timeZone);
  const isStaffed = (day: string) => days.includes(weekdayOf(day)) && !holidays.includes(day);
  const clock = timeOf(now, ownZone) === time ? '' : `, ${cityOf(timeZone)} time`;
  if (isStaffed(today) && time >= from && time < to)
    return `The team’s hours end today at ${formatTimeOfDay(to)}${clock}.`;
  const next = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index)).find(
    (day) => isStaffed(day) && (day > today || time < from),
  );
  if (!next) return '';
  return `The team’s hours begin again ${formatDay(next, today)} at ${formatTimeOfDay(from)}${clock}.`;
}

/** Beyond six days only the name of the weekday would mean an earlier day. */
function formatDay(day: string, today: string): string {
  if (day === today) return 'today';
  const words = formatDateInWords(day);
  return `on ${day > addDays(today, 6) ? words : words.split(' ')[0]}`;
}

/** From 1 for Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** `09:05` on the clock of a time zone. */
const timeOf = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  );

/** `Melbourne`, of `Australia/Melbourne`. */
const cityOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ');
