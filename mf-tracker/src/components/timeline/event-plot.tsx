import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { Today } from '../../day/today.ts';
import type { DoseStep } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { iconOfAll } from '../../records/answer-icons.ts';
import type { RecordIndex } from '../../records/record-index.ts';
import { DAY_SHARE, type DateAxis, dateAt, dayIndex } from './date-axis.ts';
import { describeDay } from './describe-day.ts';
import styles from './event-plot.module.css';
import { PlotDrawing } from './plot-drawing.tsx';
import { AXIS, computeSteps, hasRoomFor, LETTER, MEDS, ROWS } from './plot-geometry.ts';
import { UNTIL_MEASURED, useVisibleWidth } from './use-visible-width.ts';

interface EventPlotProps {
  axis: DateAxis;
  records: RecordIndex;
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
  /** Records that the server does not have yet. */
  unsent: readonly DailyRecord[];
  /** The day that is open, or null. */
  selected: string | null;
  onSelect: (date: string) => void;
  /** The plot's one control. */
  slider: RefObject<HTMLInputElement | null>;
}

const DAYS_PER_PAGE = 7;

/**
 * Sleep, mood, activity and doses over the days. It opens with today in the middle. A day is opened by a tap, or with
 * the arrow keys: for keyboards and screen readers the whole plot is one slider over its days.
 */
export function EventPlot(props: EventPlotProps) {
  const { axis, records, doseSteps, doseWords, today, unsent, selected, onSelect, slider } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleWidth(scroller);
  const width = visible ?? UNTIL_MEASURED;
  const dayWidth = width * DAY_SHARE;
  const todayIndex = dayIndex(axis, today.key);
  const selectedIndex = selected === null ? null : dayIndex(axis, selected);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) element.scrollLeft = (todayIndex + 0.5) * dayWidth - width / 2;
  }, [todayIndex, dayWidth, width]);

  // A day chosen out of sight, by keyboard or in the words below, comes to the middle.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || selectedIndex === null) return;
    const middle = (selectedIndex + 0.5) * dayWidth;
    const isInSight = middle > element.scrollLeft && middle < element.scrollLeft + width;
    if (!isInSight) element.scrollLeft = middle - width / 2;
  }, [selectedIndex, dayWidth, width]);

  const steps = useMemo(
    () => computeSteps(doseSteps, axis, dayWidth, today.local),
    [doseSteps, axis, dayWidth, today.local],
  );
  const letters = useMemo(() => {
    const days = Array.from(
      { length: axis.days },
      (_, index) => records.byDate.get(dateAt(axis, index)) ?? [],
    );
    const row = (category: (typeof CATEGORIES)[number]) =>
      days
        .map((ofDate) => iconOfAll(ofDate, category))
        .map((icon) => (icon ? LETTER[icon] : '.'))
        .join('');
    return { sleep: row('sleep'), mood: row('mood'), active: row('active') };
  }, [axis, records]);
  const unsentIndexes = useMemo(() => unsent.map(({ date }) => dayIndex(axis, date)), [axis, unsent]);

  const open = (index: number) => onSelect(dateAt(axis, Math.min(Math.max(index, 0), axis.days - 1)));
  const openTapped = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    open(Math.floor((clientX - currentTarget.getBoundingClientRect().left) / dayWidth));
    slider.current?.focus({ preventScroll: true });
  };
  const openByPage = (event: KeyboardEvent) => {
    const days = { PageUp: DAYS_PER_PAGE, PageDown: -DAYS_PER_PAGE }[event.key];
    if (days === undefined) return;
    event.preventDefault();
    open((selectedIndex ?? todayIndex) + days);
  };

  const date = selected ?? today.key;
  return (
    <div className={styles.plot}>
      <div className={styles.names} aria-hidden="true">
        {CATEGORIES.map((category) => (
          <span key={category} style={{ insetBlockStart: ROWS[category] }}>
            {CATEGORY_NAMES[category]}
          </span>
        ))}
        <span style={{ insetBlockStart: (MEDS.top + MEDS.bottom) / 2 }} data-row="meds">
          Meds
        </span>
      </div>
      {/* Firefox would stop at what scrolls, and has no name for it; the slider moves it. */}
      <div className={styles.scroller} ref={scroller} tabIndex={-1}>
        <input
          ref={slider}
          className={styles.slider}
          style={{ blockSize: AXIS.height, marginBlockEnd: -AXIS.height }}
          type="range"
          aria-label="Day on the timeline"
          min={0}
          max={axis.days - 1}
          // Without it VoiceOver moves by a twentieth of all days.
          step={1}
          value={selectedIndex ?? todayIndex}
          aria-valuetext={describeDay(date, { records, doseSteps, doseWords, today })}
          onChange={({ currentTarget }) => open(Number(currentTarget.value))}
          onKeyDown={openByPage}
        />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the slider above does the same by keyboard */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        <div className={styles.canvas} style={{ inlineSize: axis.days * dayWidth }} onClick={openTapped}>
          {visible === null ? (
            <svg className={styles.drawing} height={AXIS.height} aria-hidden="true" focusable="false" />
          ) : (
            <>
              <PlotDrawing
                axis={axis}
                dayWidth={dayWidth}
                letters={letters}
                steps={steps}
                today={todayIndex}
                todayLocal={today.local}
                selected={selectedIndex}
                unsent={unsentIndexes}
              />
              {steps
                .filter((step) => hasRoomFor(doseWords.amount(step.doseStep), step))
                .map(({ doseStep, left, width: treadWidth, y, isPlanned }) => (
                  <div
                    key={doseStep.date}
                    className={styles.dose}
                    data-planned={isPlanned}
                    style={{ insetInlineStart: left, inlineSize: treadWidth, insetBlockStart: y - 22 }}
                    aria-hidden="true"
                  >
                    <span>{doseWords.amount(doseStep)}</span>
                  </div>
                ))}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
