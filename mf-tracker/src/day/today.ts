import { addDays, localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';

/** Now, as the tracker counts: `key` is the UTC date a record made now is stored under, `local` the person's own day. */
export interface Today {
  key: string;
  local: string;
  timeZone: string;
}

export const todayAt = (now: Date, timeZone: string): Today => ({
  key: utcDate(now),
  local: localDate(now, timeZone),
  timeZone,
});

/** The time of day on the person's clock, `9:05 am`. */
export const clockTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(new Date(instant))
    .replace(/\s/g, ' ');

/** The time of day at which the date that records are stored under changes: UTC midnight on the person's clock. */
export const dayTurnsAt = ({ key, timeZone }: Today): string =>
  clockTime(`${addDays(key, 1)}T00:00:00Z`, timeZone);
