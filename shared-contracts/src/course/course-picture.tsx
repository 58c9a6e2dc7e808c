import { memo, type SVGProps } from 'react';
import type { CourseLayout } from './course-layout.ts';
import styles from './course-picture.module.css';

interface CoursePictureProps extends SVGProps<SVGSVGElement> {
  layout: CourseLayout;
  /** Index of the week to mark. */
  selected?: number | null;
}

/** The drawing of a course. The words and the table beside it say the same. */
export function CoursePicture({ layout, selected = null, className = '', ...rest }: CoursePictureProps) {
  const { width, height, weeksTop, weeksBottom } = layout;
  const column = selected === null ? undefined : layout.columns[selected];
  return (
    <svg
      {...rest}
      className={`${styles.picture} ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <CourseDrawing layout={layout} />
      {column && (
        <rect
          className={styles.selected}
          x={column.x - 1.5}
          y={weeksTop - 2}
          width={Math.max(column.width, 3) + 2}
          height={weeksBottom - weeksTop + 3}
          rx={3}
        />
      )}
    </svg>
  );
}

/** All but the mark of a week, the only one that changes with each week that is chosen. */
const CourseDrawing = memo(function CourseDrawing({ layout }: Pick<CoursePictureProps, 'layout'>) {
  const { rows, doses, dates, warningName } = layout;
  return (
    <>
      <path className={styles.guides} d={layout.guides} />
      {rows.map(({ category, name, frames, bars, edges }) => (
        <g key={category}>
          <text className={styles.name} x={name.x} y={name.y}>
            {name.text}
          </text>
          <path className={styles.frames} d={frames} />
          <path className={styles.bars} d={bars} />
          <path className={styles.edges} d={edges} />
        </g>
      ))}
      <text className={styles.name} x={warningName.x} y={warningName.y}>
        {warningName.text}
      </text>
      <path className={styles.warnings} d={layout.warnings} />
      <path className={styles.planned} d={layout.planned} />
      <path className={styles.assumed} d={layout.assumed} />
      <path className={styles.taken} d={layout.taken} />
      <path className={styles.today} d={layout.today} />
      {doses.map(({ text, x, y, isInForce }) => (
        <text key={`${x} ${y}`} className={styles.dose} data-now={isInForce} x={x} y={y}>
          {text}
        </text>
      ))}
      {dates.map(({ text, x, y }) => (
        <text key={x} className={text.startsWith('Today') ? styles.name : undefined} x={x} y={y}>
          {text}
        </text>
      ))}
    </>
  );
});
