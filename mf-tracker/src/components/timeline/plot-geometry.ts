import type { DoseStep } from '../../doses/dose-steps.ts';
import type { AnswerIconName } from '../../records/answer-icons.ts';
import { type DateAxis, dayIndex } from './date-axis.ts';

/** Heights of the plot in px. Its widths follow from the width of a day. */
export const ROWS = { sleep: 32, mood: 69, active: 106 } as const;
export const MEDS = { label: 136, top: 154, bottom: 194 } as const;
export const AXIS = { tick: 205, label: 225, today: 245, height: 255 } as const;

/** A row of the plot as letters, a day each: good, otherwise, warning, or a dot where nothing is recorded. */
export type IconLetter = 'g' | 'o' | 'w' | '.';
export const LETTER: Record<AnswerIconName, IconLetter> = { good: 'g', otherwise: 'o', warning: 'w' };

const MAX_ICON_SIZE = 7;
const iconRadius = (dayWidth: number): number => Math.min(MAX_ICON_SIZE, dayWidth * 0.42);

const circle = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const square = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${round(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
const triangle = (x: number, y: number, r: number) =>
  `M${x} ${round(y - r * 1.15)}l${round(r * 1.15)} ${round(r * 2.05)}h${round(-r * 2.3)}z`;

const SHAPES = { g: circle, o: square, w: triangle } as const;

/** One path for all icons of a kind: `letters` from day `start` of the axis on, in the row at height `y`. */
export function iconsPath(
  letters: string,
  kind: keyof typeof SHAPES,
  { start, dayWidth, y }: { start: number; dayWidth: number; y: number },
): string {
  const radius = iconRadius(dayWidth) * (kind === 'o' ? 0.8 : 1);
  let path = '';
  for (let index = 0; index < letters.length; index += 1) {
    if (letters[index] === kind)
      path += SHAPES[kind](round((start + index + 0.5) * dayWidth), y, round(radius));
  }
  return path;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A step of the staircase of doses. */
export interface PlotStep {
  doseStep: DoseStep;
  left: number;
  width: number;
  y: number;
  isPlanned: boolean;
}

/** The dose steps as the plot has them, their heights in proportion to the doses from 0 mg up. `today` is a local day. */
export function computeSteps(
  doseSteps: readonly DoseStep[],
  axis: DateAxis,
  dayWidth: number,
  today: string,
): PlotStep[] {
  const highest = Math.max(...doseSteps.map(({ dose }) => dose), 1);
  return doseSteps.map((doseStep) => {
    const from = dayIndex(axis, doseStep.date);
    const until = doseStep.until === null ? axis.days : dayIndex(axis, doseStep.until);
    return {
      doseStep,
      left: round(from * dayWidth),
      width: round((until - from) * dayWidth),
      y: round(MEDS.bottom - (MEDS.bottom - MEDS.top) * (doseStep.dose / highest)),
      isPlanned: doseStep.date > today,
    };
  });
}

/** The line over some neighbouring steps; with `from`, it begins at that height. */
export function stepsPath(steps: readonly PlotStep[], from?: number): string {
  return steps
    .map(({ left, width, y }, index) =>
      index > 0 || from !== undefined
        ? `${index === 0 ? `M${left} ${from}` : ''}V${y}H${round(left + width)}`
        : `M${left} ${y}H${round(left + width)}`,
    )
    .join('');
}

const LABEL_CHARACTER = 7.6;
const LABEL_ROOM = 8;

/** Whether a step is wide enough for its label: half a number would be a wrong dose. */
export const hasRoomFor = (label: string, { width }: PlotStep): boolean =>
  width >= label.length * LABEL_CHARACTER + LABEL_ROOM;
