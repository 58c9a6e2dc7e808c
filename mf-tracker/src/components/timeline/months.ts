import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';

interface Month {
  /** `2026-11`. */
  month: string;
  /** `November 2026`. */
  name: string;
  /** Newest first. */
  records: DailyRecord[];
}

/** The records by month of the person's own calendar, newest first. */
export function groupByMonth(records: readonly DailyRecord[]): Month[] {
  const months = new Map<string, Month>();
  for (const record of [...records].reverse()) {
    const month = record.localDate.slice(0, 7);
    const group = months.get(month) ?? { month, name: monthName(month), records: [] };
    group.records.push(record);
    months.set(month, group);
  }
  return [...months.values()];
}

const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
