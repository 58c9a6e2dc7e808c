const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** In an hour of the rehearsal each zone is asked for its clock many times over. */
const lastClocks = new Map<string, { instant: number; day: string; hour: number }>();

/** What a clock on the wall in `zone` (IANA) shows at an instant (ms since 1970): the day (YYYY-MM-DD) and the hour. */
export function wallClock(instant: number, zone: string): { day: string; hour: number } {
  const known = lastClocks.get(zone);
  if (known?.instant === instant) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const [, day = '', hour = ''] = /^(\S+), (\d+)/.exec(format.format(instant)) ?? [];
  const clock = { instant, day, hour: Number(hour) };
  lastClocks.set(zone, clock);
  return clock;
}

export const dayIn = (instant: number, zone: string): string => wallClock(instant, zone).day;

export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => utcDay(Date.parse(day) + days * DAY_MS);

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The same day of the month, a number of months later, or that month's last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return utcDay(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}
