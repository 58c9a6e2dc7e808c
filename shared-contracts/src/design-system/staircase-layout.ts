import { daysBetween, formatDate } from '@stepwise/shared-contracts/dates/plain-date';

/** One step of the staircase: `dose` mg a day from `date` on. `label` when the dose reads differently (`37.5 mg`). */
export interface StaircaseStep {
  date: string;
  dose: number;
  label?: string;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface PlacedLabel {
  text: string;
  /** Left end of the text's baseline. */
  x: number;
  y: number;
}

export interface StaircaseLayout {
  /** Top of the drawing: negative when the labels need room above it. */
  top: number;
  height: number;
  line: string;
  fill: string;
  baseline: { y: number; left: number; right: number };
  doses: (PlacedLabel & {
    /** Where the step’s line is, when the label had to move away from it. */ leader?: number;
  })[];
  dates: PlacedLabel[];
  /** The line of today leaves out what lies under the dose labels. */
  today?: { line: string; label: PlacedLabel };
}

const CHARACTER = 7.8;
const TEXT_HEIGHT = 14;
const INSET = 6;
const LABEL_GAP = 8;
/** Kept clear around a label. */
const HALO = 4;
const PLOT_TOP = 24;
const LOWEST_PLOT = 150;
const PLOT_PER_STEP = 15;
/** A longer step is drawn as this number of days, so that one far date leaves the others their room. */
const MAX_TREAD_DAYS = 366;

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** `20/11/2026` becomes `20/11`, where all dates are of one year. */
const shortDate = (date: string) => formatDate(date).slice(0, 5);

const doseLabel = (step: StaircaseStep) => step.label ?? `${step.dose} mg`;

/**
 * Places the steps, the labels and the marker in a drawing `width` pixels wide. Both axes are in proportion: doses
 * from 0 mg, days from the first step, of a step up to 366. The axis ends with the last step, or with today where that
 * is later; what is left of the last step is the room its label needs.
 */
export function layStaircase(
  steps: readonly StaircaseStep[],
  width: number,
  today?: string,
): StaircaseLayout {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) throw new RangeError('a staircase needs at least one step');

  const widest = Math.max(...steps.map((step) => doseLabel(step).length)) * CHARACTER;
  const left = INSET;
  const right = width - INSET;
  const isMarked = today !== undefined && today >= first.date;
  const axisEnd = isMarked && today > last.date ? today : last.date;
  const drawnDays = drawnDaysOf(steps);
  const lastX = axisEnd === first.date ? left : right - widest - INSET;
  const span = Math.max(drawnDays(axisEnd), 1);
  const isOneYear = first.date.slice(0, 4) === axisEnd.slice(0, 4);
  const worded = isOneYear ? shortDate : formatDate;
  const highest = Math.max(...steps.map((step) => step.dose), 1);
  const plotHeight = Math.max(LOWEST_PLOT, PLOT_PER_STEP * steps.length);
  const bottom = PLOT_TOP + plotHeight;
  const xOf = (date: string) => left + ((lastX - left) * drawnDays(date)) / span;
  const yOf = (dose: number) => bottom - (plotHeight * dose) / highest;

  let line = `M${left} ${yOf(first.dose)}`;
  for (const step of steps.slice(1)) line += `H${xOf(step.date)}V${yOf(step.dose)}`;
  line += `H${right}`;

  const doses = placeDoses(steps, xOf, yOf);
  const top = Math.min(0, ...doses.map((label) => label.y - TEXT_HEIGHT));
  const marker = isMarked
    ? {
        line: lineBetween(doses, xOf(today), { top: top + 8, bottom }),
        label: placeToday(`Today, ${worded(today)}`, xOf(today), { left, right, y: bottom + 38 }),
      }
    : undefined;
  return {
    top,
    height: bottom + (marker ? 46 : 28) - top,
    line,
    fill: `${line}V${bottom}H${left}Z`,
    baseline: { y: bottom, left, right },
    doses,
    dates: placeDates(steps, xOf, { y: bottom + 20, right, worded }),
    ...(marker ? { today: marker } : {}),
  };
}

/** Days from the first step to a date as they are drawn. */
function drawnDaysOf(steps: readonly StaircaseStep[]): (date: string) => number {
  return (date) =>
    steps.reduce((sum, step, index) => {
      if (step.date >= date) return sum;
      const next = steps[index + 1]?.date;
      const until = next !== undefined && next < date ? next : date;
      return sum + Math.min(daysBetween(step.date, until), MAX_TREAD_DAYS);
    }, 0);
}

function placeToday(
  text: string,
  x: number,
  { left, right, y }: { left: number; right: number; y: number },
): PlacedLabel {
  const textWidth = text.length * CHARACTER;
  return { text, x: Math.min(Math.max(left, x - textWidth / 2), right - textWidth), y };
}

/** A line down at `x` that crosses no label. */
function lineBetween(
  labels: readonly PlacedLabel[],
  x: number,
  { top, bottom }: { top: number; bottom: number },
): string {
  let path = '';
  let from = top;
  const crossed = labels.filter((label) => {
    const right = label.x + label.text.length * CHARACTER;
    return label.x - HALO <= x && x <= right + HALO;
  });
  for (const { y } of crossed.sort((a, b) => a.y - b.y)) {
    const until = y - TEXT_HEIGHT - HALO;
    if (until > from) path += `M${x} ${from}V${until}`;
    from = Math.max(from, y + HALO);
  }
  return from < bottom ? `${path}M${x} ${from}V${bottom}` : path;
}

/** From the last step to the first: each label over its step’s line, or as far above it as the labels placed before need. */
function placeDoses(
  steps: readonly StaircaseStep[],
  xOf: (date: string) => number,
  yOf: (dose: number) => number,
): StaircaseLayout['doses'] {
  const taken: Box[] = [];
  const placed: StaircaseLayout['doses'] = [];
  for (const step of [...steps].reverse()) {
    const text = doseLabel(step);
    const line = yOf(step.dose);
    const x = xOf(step.date) + INSET;
    const boxAt = (y: number): Box => ({
      left: x - INSET,
      right: x + text.length * CHARACTER,
      top: y - TEXT_HEIGHT,
      bottom: y + 2,
    });
    const home = line - LABEL_GAP;
    let y = home;
    for (let hit = true; hit; ) {
      const box = boxAt(y);
      const blocker = taken.find((other) => overlaps(box, other));
      hit = blocker !== undefined;
      if (blocker) y = blocker.top - 2;
    }
    const box = boxAt(y);
    taken.push(box);
    // Nothing may lie across the thin line down to the step either.
    if (y < home) taken.push({ ...box, right: x, bottom: line });
    placed.unshift({ text, x, y, ...(y < home ? { leader: line } : {}) });
  }
  return placed;
}

/** The first and the last date, and between them those that have room. */
function placeDates(
  steps: readonly StaircaseStep[],
  xOf: (date: string) => number,
  { y, right, worded }: { y: number; right: number; worded: (date: string) => string },
): PlacedLabel[] {
  const labels = steps.map(({ date }) => {
    const text = worded(date);
    return { text, x: Math.min(xOf(date), right - text.length * CHARACTER), y };
  });
  const endOf = ({ text, x }: PlacedLabel) => x + text.length * CHARACTER + 6;
  const end = labels.at(-1);
  const placed: PlacedLabel[] = [];
  for (const label of labels.slice(0, -1)) {
    const previous = placed.at(-1);
    const clearOfPrevious = !previous || label.x >= endOf(previous);
    const clearOfEnd = !end || endOf(label) <= end.x;
    if (clearOfPrevious && clearOfEnd) placed.push(label);
  }
  return end ? [...placed, end] : placed;
}

/** The whole chart in words. */
export function describeStaircase(steps: readonly StaircaseStep[], today?: string): string {
  const parts = steps.map((step) => `${doseLabel(step)} from ${formatDate(step.date)}`);
  const current = today === undefined ? undefined : steps.findLast((step) => step.date <= today);
  return `Doses by date: ${parts.join(', ')}.${current ? ` Today: ${doseLabel(current)}.` : ''}`;
}
