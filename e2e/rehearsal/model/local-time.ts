import { dayOf } from './calendar.ts';

export { addDays, addMonths, daysBetween } from './calendar.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Clocks are changed at a quarter of an hour, by UTC as well. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Of each zone: what names its distance from UTC, and the distance (ms) in the quarter asked for last. */
const zones = new Map<string, { names: Intl.DateTimeFormat; quarter: number; ahead: number }>();

/** How far the clocks of a zone are ahead of UTC (ms); `GMT+10:30` is ten hours and a half. */
function aheadOf(zone: string, instant: number): number {
  const quarter = Math.floor(instant / QUARTER_MS);
  const known = zones.get(zone);
  if (known?.quarter === quarter) return known.ahead;
  const names = known?.names ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = names.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  zones.set(zone, { names, quarter, ahead });
  return ahead;
}

/** The day (YYYY-MM-DD) and the hour that people in a zone (IANA) read from their clock at an instant (ms since 1970). */
export function wallClock(instant: number, zone: string): { day: string; hour: number } {
  const there = instant + aheadOf(zone, instant);
  const number = Math.floor(there / DAY_MS);
  return { day: dayOf(number), hour: Math.floor((there - number * DAY_MS) / HOUR_MS) };
}

export const dayIn = (instant: number, zone: string): string => wallClock(instant, zone).day;

export const utcDay = (instant: number): string => dayOf(Math.floor(instant / DAY_MS));
