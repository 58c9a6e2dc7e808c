import { addDays, daysBetween, formatDate } from '../dates/plain-date.ts';
import { CATEGORY_NAMES } from '../entities/record-words.ts';
import { CATEGORIES, type Category } from '../entities/tracker.ts';
import type { Course, CourseWeek, DosePeriod } from './course.ts';

/** A text of the drawing: left end of its baseline. */
export interface CourseLabel {
  text: string;
  x: number;
  y: number;
}

export interface DoseLabel extends CourseLabel {
  isInForce: boolean;
}

interface CategoryRow {
  category: Category;
  name: CourseLabel;
  /** A frame for each week with a record, as high as all of its days recorded; none where nothing is recorded. */
  frames: string;
  /** The good days of these, filled. */
  bars: string;
  /** The upper edges of the filled parts. */
  edges: string;
}

/** The course as SVG paths in a drawing `width` wide. Its number of elements does not depend on how long it is. */
export interface CourseLayout {
  width: number;
  height: number;
  /** Where the days begin; names stand to the left. */
  left: number;
  taken: string;
  assumed: string;
  planned: string;
  /** A thin line down from the beginning of each dose. */
  guides: string;
  doses: DoseLabel[];
  rows: CategoryRow[];
  /** A triangle for each day with a warning sign. */
  warnings: string;
  warningName: CourseLabel;
  today: string;
  dates: CourseLabel[];
  /** The columns of `course.weeks`. */
  columns: Column[];
  /** Top and bottom of the weeks. */
  weeksTop: number;
  weeksBottom: number;
}

interface Column {
  x: number;
  width: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const NAMES_WIDTH = 66;
const CHARACTER = 7.4;
const TEXT_HEIGHT = 13;
const TOP = 20;
/** Heights in px: of one step at most, of all steps, and from one row to the next. */
const HEIGHTS = {
  screen: { step: 20, stairs: 126, row: 31 },
  paper: { step: 16, stairs: 84, row: 26 },
};
const ROW_HEIGHT = 20;
const MAX_GAP = 2;
/** Narrower ones stand without a gap. */
const NARROW_WEEK = 4;

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const round = (value: number): number => Math.round(value * 100) / 100;
const widthOf = (text: string): number => text.length * CHARACTER;

/** Days in proportion; each dose one step below the next higher one, whatever lies between them in mg. */
export function layCourse(
  course: Course,
  width: number,
  medium: keyof typeof HEIGHTS = 'screen',
): CourseLayout {
  const heights = HEIGHTS[medium];
  const left = NAMES_WIDTH;
  const days = daysBetween(course.first, course.last) + 1;
  const xOf = (date: string): number =>
    round(left + (width - left) * Math.min(1, Math.max(0, daysBetween(course.first, date) / days)));
  const now = xOf(addDays(course.today, 1));

  const steps = stepsOf(course, xOf, { width, ...heights });
  const stairsBottom = Math.max(TOP, ...steps.map(({ y }) => y));
  const weeksTop = stairsBottom + 22;
  const warningY = weeksTop + CATEGORIES.length * heights.row;
  const weeksBottom = warningY + 12;
  const columns = course.weeks.map(({ from, to }) => {
    const x = xOf(from);
    return { x, width: round(xOf(addDays(to, 1)) - x) };
  });
  const half = round(Math.min(4.5, Math.max(2, (2 * (width - left)) / days)));
  const triangle = (date: string): string =>
    `M${round((xOf(date) + xOf(addDays(date, 1))) / 2)} ${warningY}l${half} 9h${-2 * half}z`;
  return {
    width,
    height: weeksBottom + 24,
    left,
    ...stairsOf(steps, now),
    guides: steps.map(({ x }) => `M${x} ${weeksTop - 8}V${weeksBottom}`).join(''),
    doses: placeDoses(steps, { left, right: width, bottom: stairsBottom, now }),
    rows: CATEGORIES.map((category, index) => {
      const base = weeksTop + index * heights.row + ROW_HEIGHT;
      return {
        category,
        name: { text: CATEGORY_NAMES[category], x: 0, y: base - 4 },
        ...barsOf(course.weeks, columns, category, base),
      };
    }),
    warnings: course.warningDays.map(triangle).join(''),
    warningName: { text: 'Warning', x: 0, y: warningY + 9 },
    today: `M${now} ${TOP - 12}V${weeksBottom}`,
    dates: placeDates(course, { left, right: width, now, y: weeksBottom + 18 }),
    columns,
    weeksTop: weeksTop - 4,
    weeksBottom,
  };
}

interface Step {
  period: DosePeriod;
  x: number;
  end: number;
  y: number;
  isInForce: boolean;
}

function stepsOf(
  { periods, last }: Course,
  xOf: (date: string) => number,
  { width, step: highest, stairs }: { width: number; step: number; stairs: number },
): Step[] {
  const drawn = periods.filter(({ date }) => date <= last);
  const levels = [...new Set(drawn.map(({ dose }) => dose))].sort((a, b) => b - a);
  const step = Math.min(highest, stairs / Math.max(1, levels.length - 1));
  const inForce = drawn.findLast(({ state }) => state !== 'planned');
  return drawn.map((period, index) => {
    const next = drawn[index + 1];
    return {
      period,
      x: xOf(period.date),
      end: next ? xOf(next.date) : width,
      y: round(TOP + levels.indexOf(period.dose) * step),
      isInForce: period === inForce,
    };
  });
}

/** Up to today the line is of what was taken; from there on it is planned, the dose in force included. */
function stairsOf(steps: readonly Step[], now: number): Record<'taken' | 'assumed' | 'planned', string> {
  const paths = { taken: '', assumed: '', planned: '' };
  steps.forEach(({ period: { state }, x, end, y }, index) => {
    const before = steps[index - 1];
    const start = before ? `M${x} ${before.y}V${y}` : `M${x} ${y}`;
    const until = state === 'planned' ? end : Math.min(end, now);
    paths[state] += `${start}H${until}`;
    if (until < end) paths.planned += `M${until} ${y}H${end}`;
  });
  return paths;
}

/**
 * Over its step, else beyond today's line, under the step or beside its riser. The dose in force, the first and the
 * last come first; a label that finds no room of its own is left out.
 */
function placeDoses(
  steps: readonly Step[],
  { left, right, bottom, now }: { left: number; right: number; bottom: number; now: number },
): DoseLabel[] {
  const lines = steps.flatMap(({ x, end, y }, index): Box[] => {
    const before = steps[index - 1];
    const step = { left: x, right: end, top: y - 2, bottom: y + 2 };
    if (!before) return [step];
    const riser = { left: x - 2, right: x + 2, top: Math.min(before.y, y), bottom: Math.max(before.y, y) };
    return [step, riser];
  });
  const taken: Box[] = [...lines, { left: now - 2, right: now + 2, top: 0, bottom: bottom + 100 }];
  const rank = (step: Step): number => {
    if (step.isInForce) return 0;
    return step === steps[0] ? 1 : step === steps.at(-1) ? 2 : 3;
  };
  const placed: DoseLabel[] = [];
  for (const step of [...steps].sort((a, b) => rank(a) - rank(b))) {
    const { label, state } = step.period;
    const text = state === 'assumed' ? `${label}?` : label;
    const above = step.y - 5;
    const below = step.y + TEXT_HEIGHT + 2;
    const places = [
      { x: step.x + 4, y: above },
      ...(step.isInForce ? [{ x: now + 4, y: above }] : []),
      { x: Math.min(step.x + 4, right - widthOf(text)), y: below },
      // Of the others it would not be seen which it belongs to.
      ...(rank(step) < 3 ? [{ x: step.x - 5 - widthOf(text), y: step.y + 7 }] : []),
    ];
    for (const { x, y } of places) {
      const box = { left: x, right: x + widthOf(text), top: y - TEXT_HEIGHT + 2, bottom: y + 1 };
      const isInside = box.left >= left && box.right <= right && box.bottom <= bottom + TEXT_HEIGHT + 4;
      if (!isInside || taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      placed.push({ text, x: round(x), y: round(y), isInForce: step.isInForce });
      break;
    }
  }
  return placed;
}

function barsOf(
  weeks: readonly CourseWeek[],
  columns: readonly Column[],
  category: Category,
  base: number,
): Pick<CategoryRow, 'frames' | 'bars' | 'edges'> {
  const paths = { frames: '', bars: '', edges: '' };
  weeks.forEach(({ recorded, good }, index) => {
    const column = columns[index];
    if (!column || recorded === 0) return;
    const gap = column.width < NARROW_WEEK ? 0 : Math.min(MAX_GAP, column.width * 0.2);
    const width = round(column.width - gap);
    const height = round((ROW_HEIGHT * good[category]) / recorded);
    paths.frames += `M${column.x} ${base}h${width}v${-ROW_HEIGHT}h${-width}z`;
    paths.edges += `M${column.x} ${round(base - height)}h${width}`;
    if (height > 0) paths.bars += `M${column.x} ${base}h${width}v${-height}h${-width}z`;
  });
  return paths;
}

/** Today always; the first and the last day where they have room beside it. Years where the course spans two. */
function placeDates(
  { first, last, today }: Course,
  { left, right, now, y }: { left: number; right: number; now: number; y: number },
): CourseLabel[] {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const worded = (date: string): string => (isOneYear ? formatDate(date).slice(0, 5) : formatDate(date));
  const ofToday = `Today, ${worded(today)}`;
  const middle = now - widthOf(ofToday) / 2;
  const x = Math.min(Math.max(middle, 0), right - widthOf(ofToday));
  const end = right - widthOf(worded(last));
  return [
    ...(left + widthOf(worded(first)) + 8 <= x ? [{ text: worded(first), x: left, y }] : []),
    { text: ofToday, x: round(x), y },
    ...(x + widthOf(ofToday) + 8 <= end ? [{ text: worded(last), x: round(end), y }] : []),
  ];
}
