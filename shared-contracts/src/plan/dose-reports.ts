import type { DoseReport } from '../entities/plan.ts';

type Reports = readonly DoseReport[] | undefined;

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The report that counts for each day that has one, in the order of the days: the last one made. */
export function reportOfEachDay(reports: Reports = []): DoseReport[] {
  const ordered = [...reports].sort((a, b) => order(a.day, b.day) || order(a.reportedAt, b.reportedAt));
  return ordered.filter(({ day }, index) => ordered[index + 1]?.day !== day);
}

/** The report in force on a day: the last one by day, then by when it was made. Undefined before the first. */
export const reportInForce = (reports: Reports, day: string): DoseReport | undefined =>
  reportOfEachDay(reports).findLast((report) => report.day <= day);

/**
 * The dose (mg a day) that a person reported as taken on a day (`YYYY-MM-DD`), or null where none did: before the first
 * report, and while the last one is only assumed, from a plan that ran before doses were reported.
 */
export function doseInForce(reports: Reports, day: string): number | null {
  const report = reportInForce(reports, day);
  return report && report.kind !== 'assumed' ? report.dose : null;
}

/** What was taken, in order: an entry for each change of dose, from `day` until the next. Repeated answers are one. */
export function doseHistory(reports: Reports): DoseReport[] {
  return reportOfEachDay(reports).filter((report, index, all) => {
    const before = all[index - 1];
    return (
      !before ||
      report.dose !== before.dose ||
      report.schedule !== before.schedule ||
      (report.kind === 'assumed') !== (before.kind === 'assumed')
    );
  });
}
