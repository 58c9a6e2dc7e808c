import type { Stage } from '../../doses/stages.ts';
import type { Mark } from '../../records/marks.ts';
import { type DateAxis, dayIndex } from './date-axis.ts';

/** Heights of the plot in px. Its widths follow from the width of a day. */
export const ROWS = { sleep: 36, mood: 82, active: 128 } as const;
export const MEDS = { label: 160, top: 178, bottom: 232 } as const;
export const AXIS = { tick: 246, label: 266, today: 286, height: 296 } as const;

/** A row of the plot as letters, a day each: good, otherwise, warning, or a dot where nothing is recorded. */
export type MarkLetter = 'g' | 'o' | 'w' | '.';
export const LETTER: Record<Mark, MarkLetter> = { good: 'g', otherwise: 'o', warning: 'w' };

const LARGEST_MARK = 7;
const markRadius = (dayWidth: number): number => Math.min(LARGEST_MARK, dayWidth * 0.42);

const circle = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const square = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${round(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
const triangle = (x: number, y: number, r: number) =>
  `M${x} ${round(y - r * 1.15)}l${round(r * 1.15)} ${round(r * 2.05)}h${round(-r * 2.3)}z`;

const SHAPES = { g: circle, o: square, w: triangle } as const;

/** One path for all marks of a kind: `letters` from day `start` of the axis on, in the row at height `y`. */
export function marksPath(
  letters: string,
  kind: keyof typeof SHAPES,
  { start, dayWidth, y }: { start: number; dayWidth: number; y: number },
): string {
  const radius = markRadius(dayWidth) * (kind === 'o' ? 0.8 : 1);
  let path = '';
  for (let index = 0; index < letters.length; index += 1) {
    if (letters[index] === kind)
      path += SHAPES[kind](round((start + index + 0.5) * dayWidth), y, round(radius));
  }
  return path;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A tread of the staircase of doses. */
export interface Tread {
  stage: Stage;
  left: number;
  width: number;
  y: number;
  isPlanned: boolean;
}

/** The dose steps as treads, their heights in proportion to the doses from 0 mg up. `today` is a local day. */
export function layTreads(
  stages: readonly Stage[],
  axis: DateAxis,
  dayWidth: number,
  today: string,
): Tread[] {
  const highest = Math.max(...stages.map(({ dose }) => dose), 1);
  return stages.map((stage) => {
    const from = dayIndex(axis, stage.date);
    const until = stage.until === null ? axis.days : dayIndex(axis, stage.until);
    return {
      stage,
      left: round(from * dayWidth),
      width: round((until - from) * dayWidth),
      y: round(MEDS.bottom - (MEDS.bottom - MEDS.top) * (stage.dose / highest)),
      isPlanned: stage.date > today,
    };
  });
}

/** The line over some neighbouring treads; with `from`, it begins by stepping from that height. */
export function treadsPath(treads: readonly Tread[], from?: number): string {
  return treads
    .map(({ left, width, y }, index) =>
      index > 0 || from !== undefined
        ? `${index === 0 ? `M${left} ${from}` : ''}V${y}H${round(left + width)}`
        : `M${left} ${y}H${round(left + width)}`,
    )
    .join('');
}

const LABEL_CHARACTER = 7.6;
const LABEL_ROOM = 8;

/** Whether a tread is wide enough for its label: half a number would be a wrong dose. */
export const hasRoomFor = (label: string, { width }: Tread): boolean =>
  width >= label.length * LABEL_CHARACTER + LABEL_ROOM;
