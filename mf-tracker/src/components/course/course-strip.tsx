import { type Course, dayAt } from '@stepwise/shared-contracts/course/course';
import { layCourse } from '@stepwise/shared-contracts/course/course-layout';
import { CoursePicture } from '@stepwise/shared-contracts/course/course-picture';
import { CourseTable } from '@stepwise/shared-contracts/course/course-table';
import { courseSentence, weekInWords } from '@stepwise/shared-contracts/course/course-words';
import { type MouseEvent, memo, useMemo, useRef } from 'react';
import { UNTIL_MEASURED, useVisibleWidth } from '../timeline/use-visible-width.ts';
import styles from './course-strip.module.css';

interface CourseStripProps {
  course: Course;
  /** Index of the week that is open, or -1. */
  selected: number;
  /** Opens the week of a local day. */
  onSelect: (day: string) => void;
}

/** As wide as the text of a sheet of A4, in px. */
const PAPER_WIDTH = 670;

/**
 * The whole course at a glance: the doses, and the good days of each week under them. A week is opened by a tap, or with
 * the arrow keys: for keyboards the strip is one slider over its weeks. For screen readers it is a table as well.
 */
export const CourseStrip = memo(function CourseStrip(props: CourseStripProps) {
  const { course, selected, onSelect } = props;
  const strip = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const visible = useVisibleWidth(strip);
  const width = visible ?? UNTIL_MEASURED;
  const layout = useMemo(() => layCourse(course, width), [course, width]);
  const onPaper = useMemo(() => layCourse(course, PAPER_WIDTH), [course]);
  const { weeks } = course;
  const week = weeks[selected];
  const latest = weeks.at(-1);

  const openTapped = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left } = currentTarget.getBoundingClientRect();
    const day = dayAt(course, (clientX - left - layout.left) / (width - layout.left));
    onSelect(day);
    slider.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.course}>
      <p>{courseSentence(course)}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the slider does the same by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div ref={strip} className={`${styles.strip} screen-only`} onClick={openTapped}>
        <input
          ref={slider}
          className={styles.slider}
          type="range"
          aria-label="Week of your course"
          min={0}
          max={weeks.length - 1}
          // Without it VoiceOver moves by a twentieth of all weeks.
          step={1}
          value={selected === -1 ? weeks.length - 1 : selected}
          aria-valuetext={weekInWords(week ?? latest)}
          onChange={({ currentTarget }) => onSelect(weeks[Number(currentTarget.value)]?.from ?? course.today)}
        />
        {visible === null ? (
          <svg className={styles.unmeasured} height={layout.height} aria-hidden="true" focusable="false" />
        ) : (
          <CoursePicture layout={layout} selected={selected === -1 ? null : selected} />
        )}
      </div>
      <p className="soft small screen-only">{hintOf(course)}</p>
      <div className="print-only">
        <CoursePicture layout={onPaper} />
      </div>
      <p className="small print-only">
        Good days in each week, of those recorded. Solid: reported as taken. Dotted: planned. Grey: not
        confirmed.
      </p>
      <div className={styles.onPaper}>
        <CourseTable periods={course.periods} />
      </div>
    </div>
  );
});

const hintOf = ({ periods }: Course): string =>
  [
    'Good days in each week. Tap a week to read it.',
    periods.some(({ state }) => state === 'planned') && 'Dotted: planned.',
    periods.some(({ state }) => state === 'assumed') && 'Grey: not confirmed.',
  ]
    .filter(Boolean)
    .join(' ');
