import { type Course, dayAt, weekOf } from '@stepwise/shared-contracts/course/course';
import { layCourse } from '@stepwise/shared-contracts/course/course-layout';
import { CoursePicture } from '@stepwise/shared-contracts/course/course-picture';
import { CourseTable } from '@stepwise/shared-contracts/course/course-table';
import { courseSentence, weekInWords } from '@stepwise/shared-contracts/course/course-words';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { type MouseEvent, memo, useMemo, useRef } from 'react';
import { UNTIL_MEASURED, useVisibleWidth } from '../timeline/use-visible-width.ts';
import type { View } from '../timeline/view-switch.tsx';
import styles from './course-strip.module.css';

interface CourseStripProps {
  course: Course;
  /** How the timeline is shown. On paper it is always the picture and the table. */
  view: View;
  /** Index of the week of the day that is open on the plot, or -1. The same for each of its days, which draw nothing anew. */
  selected: number;
  /** Moves the plot to a local day. */
  onSelect: (day: string) => void;
}

/** As wide as the text of a sheet of A4, in px. */
const PAPER_WIDTH = 670;

/**
 * The whole course at a glance: the doses, and the good days of each week under them. A week is chosen by a tap, or with
 * the arrow keys: for keyboards the strip is one slider over its weeks. For screen readers it is a table as well.
 */
export const CourseStrip = memo(function CourseStrip(props: CourseStripProps) {
  const { course, view, selected, onSelect } = props;
  const strip = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const visible = useVisibleWidth(strip);
  const width = visible ?? UNTIL_MEASURED;
  const layout = useMemo(() => layCourse(course, width), [course, width]);
  const onPaper = useMemo(() => layCourse(course, PAPER_WIDTH), [course]);
  const { weeks } = course;
  const week = weeks[selected];
  const latest = weeks.at(-1);

  // The first day of the week that has something to read.
  const open = (index: number, day = weeks[index]?.from ?? course.today) => {
    const recorded = [...course.days.keys()].find((each) => weekOf(course, each) === index);
    onSelect(recorded ?? day);
  };
  const openTapped = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left } = currentTarget.getBoundingClientRect();
    const day = dayAt(course, (clientX - left - layout.left) / (width - layout.left));
    const index = weekOf(course, day);
    if (index === -1) onSelect(day);
    else open(index, day);
    slider.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.course}>
      <p>{courseSentence(course)}</p>
      {view === 'picture' && (
        <>
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
              onChange={({ currentTarget }) => open(Number(currentTarget.value))}
            />
            {visible === null ? (
              <svg
                className={styles.unmeasured}
                height={layout.height}
                aria-hidden="true"
                focusable="false"
              />
            ) : (
              <CoursePicture layout={layout} selected={selected === -1 ? null : selected} />
            )}
          </div>
          <p className={`${styles.hint} soft small screen-only`}>
            {week ? weekInWords(week) : hintOf(course)}
          </p>
          <LinkButton variant="link" icon="print" to="/plan?page=doctor">
            What to take to the doctor
          </LinkButton>
        </>
      )}
      <div className="print-only">
        <CoursePicture layout={onPaper} />
      </div>
      <p className="small print-only">
        Good days in each week, of those recorded. Solid: reported as taken. Dotted: planned. Grey: not
        confirmed.
      </p>
      <div className={view === 'table' ? undefined : styles.onPaper}>
        <CourseTable periods={course.periods} />
      </div>
    </div>
  );
});

const hintOf = ({ periods }: Course): string =>
  [
    'Good days in each week. Tap a week to see its days.',
    periods.some(({ state }) => state === 'planned') && 'Dotted: planned.',
    periods.some(({ state }) => state === 'assumed') && 'Grey: not confirmed.',
  ]
    .filter(Boolean)
    .join(' ');
