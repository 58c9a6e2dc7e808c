import { formatDate } from '../dates/plain-date.ts';
import {
  type Course,
  type CourseWeek,
  countAll,
  type DayCounts,
  goodDaysInWords,
  periodInForce,
} from './course.ts';

const countsInWords = (counts: DayCounts): string => {
  const days = `${counts.recorded} of ${counts.days} ${counts.days === 1 ? 'day' : 'days'} recorded`;
  return counts.recorded === 0 ? days : `${days}; ${goodDaysInWords(counts)}`;
};

/**
 * `Since 25 mg: 5 of 5 days recorded; sleep good on 4, mood on 5, activity on 3.` Counts only: no dose is compared with
 * another and no cause is named. While no dose in force is known, since the first day of the course.
 */
export function courseSentence(course: Course): string {
  const period = periodInForce(course);
  return period
    ? `Since ${period.label}: ${countsInWords(period.counts)}.`
    : `Since ${formatDate(course.first)}: ${countsInWords(countAll(course))}.`;
}

/** `Week from 02/11/2026, 50 mg: 5 of 7 days recorded; sleep good on 4, mood on 5, activity on 3; warning sign on 1.` */
export function weekInWords(week: CourseWeek | undefined): string {
  if (!week) return '';
  const dose = week.dose
    ? `, ${week.dose.label}${week.dose.state === 'assumed' ? ' not confirmed' : ''}`
    : '';
  const warnings = week.warnings > 0 ? `; warning sign on ${week.warnings}` : '';
  return `Week from ${formatDate(week.from)}${dose}: ${countsInWords(week)}${warnings}.`;
}
