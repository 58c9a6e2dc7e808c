import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';

interface Month {
  /** `2026-11`. */
  month: string;
  /** `November 2026`. */
  name: string;
  /** Newest day first, and of a day the one that counts. */
  records: DailyRecord[];
  /** How many days have a record. */
  days: number;
}

/** The records by month of the person's own calendar, newest first. */
export function groupByMonth(records: readonly DailyRecord[]): Month[] {
  const months = new Map<string, Month>();
  for (const record of [...records].reverse()) {
    const month = record.localDate.slice(0, 7);
    const group = months.get(month) ?? { month, name: monthName(month), records: [], days: 0 };
    if (group.records.at(-1)?.localDate !== record.localDate) group.days += 1;
    group.records.push(record);
    months.set(month, group);
  }
  return [...months.values()];
}

/** `November 2026`, of `2026-11`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
