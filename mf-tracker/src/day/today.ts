import { addDays, localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';

/** Now, as the tracker counts: `key` is the UTC date a record made now is stored under, `local` the person's own day. */
export interface Today {
  key: string;
  local: string;
  timeZone: string;
  /** On the person's clock it is not noon yet. */
  isMorning: boolean;
}

export const todayAt = (now: Date, timeZone: string): Today => ({
  key: utcDate(now),
  local: localDate(now, timeZone),
  timeZone,
  isMorning: hourOf(now, timeZone) < 12,
});

/** The hour of the day there, 0 to 23. */
export const hourOf = (now: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));

export const yesterdayOf = ({ local }: Pick<Today, 'local'>): string => addDays(local, -1);
