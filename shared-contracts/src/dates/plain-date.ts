/**
 * Calendar days as `YYYY-MM-DD` strings. Arithmetic runs on UTC midnights, so neither a daylight-saving change
 * nor a month end can shift a day.
 */
const DAY_MS = 86_400_000;

const toUtcMidnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The day `days` after `date` (before it when negative). */
export function addDays(date: string, days: number): string {
  return new Date(toUtcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toUtcMidnight(to) - toUtcMidnight(from)) / DAY_MS);
}

/** The key of a daily record: the first ten characters of the instant's UTC ISO time (specification, section 4). */
export function utcDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The IANA name of the time zone the browser is in. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

// Making a format costs a phone a few milliseconds, and a page asks for dozens of days.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-AU', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format;
}

/** The calendar day on the wall of someone in `timeZone` (IANA name) at `instant`. Throws RangeError for an unknown zone. */
export function localDate(instant: Date, timeZone: string): string {
  const parts = dayFormatIn(timeZone).formatToParts(instant);
  // By name: the order in which a locale writes them differs between browsers' versions.
  const part = (type: 'year' | 'month' | 'day') => parts.find((each) => each.type === type)?.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Whether a string names a day that exists: `2026-02-30` does not. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = toUtcMidnight(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** day/month/year, as a date of the plan, of a table or of a document is shown: `2026-12-06` becomes `06/12/2026`. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day}/${month}/${year}`;
}

let wordsFormat: Intl.DateTimeFormat | undefined;

/** A day to record or to read, whose weekday helps to know it: `Friday 20 November`. */
export function formatDateInWords(date: string): string {
  wordsFormat ??= new Intl.DateTimeFormat('en-AU', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return wordsFormat.format(toUtcMidnight(date)).replace(',', '');
}
