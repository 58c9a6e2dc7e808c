import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CATEGORIES, type Category } from '@stepwise/shared-contracts/entities/tracker';
import { memo } from 'react';
import { type DateAxis, dayIndex, weeklyDates } from './date-axis.ts';
import styles from './event-plot.module.css';
import { AXIS, MEDS, type PlotStep, ROWS, stepsPath } from './plot-geometry.ts';
import { PlotIcons } from './plot-icons.tsx';

/** Room (px) that a full date needs between two labels; with less it is shown as day/month. */
const ROOM_FOR_FULL_DATE = 96;

interface PlotDrawingProps {
  axis: DateAxis;
  dayWidth: number;
  letters: Record<Category, string>;
  steps: readonly PlotStep[];
  /** Indexes of days on the axis. */
  today: number;
  /** The person's own date of today. */
  todayLocal: string;
  selected: number | null;
  unsent: readonly number[];
}

/** Day and month. */
const shortDate = (date: string): string => formatDate(date).slice(0, 5);

/** The plot as a picture. The text around it describes its content. */
export const PlotDrawing = memo(function PlotDrawing(props: PlotDrawingProps) {
  const { axis, dayWidth, letters, steps, today, todayLocal, selected, unsent } = props;
  const width = axis.days * dayWidth;
  const column = (index: number) => ({ x: index * dayWidth, width: dayWidth });
  const planned = steps.findIndex(({ isPlanned }) => isPlanned);
  const taken = planned === -1 ? steps : steps.slice(0, planned);
  const ahead = planned === -1 ? [] : steps.slice(planned);
  return (
    <svg className={styles.drawing} width={width} height={AXIS.height} aria-hidden="true" focusable="false">
      <rect className={styles.today} {...column(today)} y={8} height={AXIS.tick - 8} rx={4} />
      {CATEGORIES.map((category) => (
        <path key={category} className={styles.line} d={`M0 ${ROWS[category]}H${width}`} />
      ))}
      {unsent.map((index) => (
        <rect key={index} className={styles.unsent} {...column(index)} y={18} height={ROWS.active} rx={4} />
      ))}
      <PlotIcons letters={letters} dayWidth={dayWidth} />
      <path className={styles.doses} d={stepsPath(taken)} />
      <path className={styles.planned} d={stepsPath(ahead, taken.at(-1)?.y)} />
      <path className={styles.line} d={`M0 ${MEDS.bottom}H${width}`} />
      <Weeks axis={axis} dayWidth={dayWidth} />
      <text className={styles.todayLabel} x={(today + 0.5) * dayWidth} y={AXIS.today} textAnchor="middle">
        Today, {shortDate(todayLocal)}
      </text>
      {selected !== null && (
        <rect className={styles.selected} {...column(selected)} y={8} height={AXIS.tick - 8} rx={4} />
      )}
    </svg>
  );
});

const Weeks = memo(function Weeks({ axis, dayWidth }: { axis: DateAxis; dayWidth: number }) {
  const isWide = dayWidth * 7 >= ROOM_FOR_FULL_DATE;
  return weeklyDates(axis).map((date) => {
    const x = dayIndex(axis, date) * dayWidth;
    return (
      <g key={date}>
        <path className={styles.tick} d={`M${x} ${AXIS.tick}v6`} />
        <text x={x} y={AXIS.label}>
          {isWide ? formatDate(date) : shortDate(date)}
        </text>
      </g>
    );
  });
});
