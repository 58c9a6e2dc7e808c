import { addDays, daysBetween } from '../dates/plain-date.ts';
import { CATEGORY_NAMES } from '../entities/record-words.ts';
import { CATEGORIES, type Category, type DailyRecord } from '../entities/tracker.ts';

/** `assumed`: its day passed before doses were reported, and no one has said yet whether it was taken. */
export type DoseState = 'taken' | 'assumed' | 'planned';

/** A dose (mg a day) from a local day on, until the next one. `label` is how it is worded, `37.5 mg`. */
export interface CourseDose {
  date: string;
  dose: number;
  label: string;
  state: DoseState;
  /** The day it was planned for; null where it is no step of the plan. */
  planned: string | null;
}

/** Some local days in a row, none after today. `good` and `warnings` count days recorded, each answer on its own. */
export interface DayCounts {
  days: number;
  recorded: number;
  good: Record<Category, number>;
  warnings: number;
}

/** Seven days of one dose; fewer at its end. `from` and `to` are local days. */
export interface CourseWeek extends DayCounts {
  from: string;
  to: string;
  /** Null before the first dose. */
  dose: CourseDose | null;
}

/** A dose with what was recorded on its days. A planned one has none. */
export interface DosePeriod extends CourseDose {
  counts: DayCounts;
  weeks: CourseWeek[];
}

/** The whole of a taper, from its first day to two weeks into its last planned step. Days are the person's own. */
export interface Course {
  first: string;
  last: string;
  today: string;
  /** In the order of their dates. */
  periods: DosePeriod[];
  /** Every week up to today. */
  weeks: CourseWeek[];
  /** The record that counts of each local day with one, the last of that day. */
  days: ReadonlyMap<string, DailyRecord>;
  /** Local days with a warning sign. */
  warningDays: string[];
}

/** Whatever dates a plan has, the course reaches no further from today. */
const MAX_PAST_DAYS = 3653;
const MAX_DAYS_AHEAD = 731;
const MIN_DAYS = 28;
const LAST_STEP_DAYS = 14;
const DAYS_PER_WEEK = 7;

interface CourseSources {
  /** In the order of their dates. Those planned are after today. */
  doses: readonly CourseDose[];
  records: readonly DailyRecord[];
  /** The person's local day. */
  today: string;
}

export function courseOf({ doses, records, today }: CourseSources): Course {
  const days = lastOfEachDay(records.filter(({ localDate }) => localDate <= today));
  const begun = doses.filter(({ state }) => state !== 'planned');
  const known = [doses[0]?.date, ...days.keys()].filter((date) => date !== undefined);
  const first = later(known.reduce(earlier, today), addDays(today, -MAX_PAST_DAYS));
  const end = doses.at(-1)?.date ?? today;
  const furthest = earlier(addDays(today, MAX_DAYS_AHEAD), addDays(end, LAST_STEP_DAYS));

  const periodOf = (dose: CourseDose): DosePeriod => {
    const next = begun[begun.indexOf(dose) + 1];
    const until = next ? earlier(next.date, addDays(today, 1)) : addDays(today, 1);
    const range = { from: later(dose.date, first), until: dose.state === 'planned' ? first : until };
    return { ...dose, counts: countDays(days, range), weeks: weeksOf(days, dose, range) };
  };
  const periods = doses.map(periodOf);
  const before = { from: first, until: begun[0]?.date ?? addDays(today, 1) };
  return {
    first,
    last: [today, furthest, addDays(first, MIN_DAYS - 1)].reduce(later),
    today,
    periods,
    weeks: [...weeksOf(days, null, before), ...periods.flatMap(({ weeks }) => weeks)],
    days,
    warningDays: [...days.values()].filter(hasWarning).map(({ localDate }) => localDate),
  };
}

/** The dose in force as it was last reported; undefined before the first, and while it is only assumed. */
export function periodInForce({ periods }: Course): DosePeriod | undefined {
  const last = periods.findLast(({ state }) => state !== 'planned');
  return last?.state === 'taken' ? last : undefined;
}

/** The days of the whole course up to today. */
export const countAll = ({ days, first, today }: Course): DayCounts =>
  countDays(days, { from: first, until: addDays(today, 1) });

/** The days from `from` up to, without, `until`. */
export const countBetween = ({ days }: Course, range: DayRange): DayCounts => countDays(days, range);

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

const hasWarning = ({ symptoms }: DailyRecord): boolean => symptoms.some(({ redflag }) => redflag);

/** In the order of the days. */
function lastOfEachDay(records: readonly DailyRecord[]): Map<string, DailyRecord> {
  const sorted = [...records].sort((a, b) =>
    `${a.localDate} ${a.recordedAt}` < `${b.localDate} ${b.recordedAt}` ? -1 : 1,
  );
  return new Map(sorted.map((record) => [record.localDate, record]));
}

/** Local days from `from` up to, without, `until`. */
interface DayRange {
  from: string;
  until: string;
}

function countDays(days: Course['days'], { from, until }: DayRange): DayCounts {
  const length = Math.max(0, daysBetween(from, until));
  const recorded = Array.from({ length }, (_, index) => days.get(addDays(from, index))).filter(
    (record) => record !== undefined,
  );
  const goodOn = (category: Category) => recorded.filter((record) => record[category]).length;
  return {
    days: length,
    recorded: recorded.length,
    good: { sleep: goodOn('sleep'), mood: goodOn('mood'), active: goodOn('active') },
    warnings: recorded.filter(hasWarning).length,
  };
}

function weeksOf(days: Course['days'], dose: CourseDose | null, { from, until }: DayRange): CourseWeek[] {
  const weeks: CourseWeek[] = [];
  for (let start = from; start < until; start = addDays(start, DAYS_PER_WEEK)) {
    const end = earlier(addDays(start, DAYS_PER_WEEK), until);
    weeks.push({
      from: start,
      to: addDays(end, -1),
      dose,
      ...countDays(days, { from: start, until: end }),
    });
  }
  return weeks;
}

/** The index of the week of a local day; -1 after today and before the first. */
export const weekOf = ({ weeks }: Course, day: string): number =>
  weeks.findIndex(({ from, to }) => from <= day && day <= to);

/** The local day at a share of the whole course, from 0 to 1. */
export function dayAt({ first, last }: Course, share: number): string {
  const days = daysBetween(first, last) + 1;
  return addDays(first, Math.min(days - 1, Math.max(0, Math.floor(share * days))));
}

/** Good days of each answer on its own: `sleep good on 4, mood on 5, activity on 3`. */
export const goodDaysInWords = ({ good }: DayCounts): string =>
  CATEGORIES.map(
    (category, index) =>
      `${CATEGORY_NAMES[category].toLowerCase()} ${index === 0 ? 'good ' : ''}on ${good[category]}`,
  ).join(', ');
