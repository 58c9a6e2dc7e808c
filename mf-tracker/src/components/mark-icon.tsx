import type { Mark } from '../records/marks.ts';
import styles from './timeline/event-plot.module.css';
import { LETTER, marksPath } from './timeline/plot-geometry.ts';

const SIZE = 18;

/** A mark as the plot has it. Always beside its word. */
export function MarkIcon({ mark }: { mark: Mark }) {
  const letter = LETTER[mark];
  if (letter === '.') return null;
  return (
    <svg width={SIZE} height={SIZE} aria-hidden="true" focusable="false">
      <path
        className={styles[mark]}
        d={marksPath(letter, letter, { start: 0, dayWidth: SIZE, y: SIZE / 2 })}
      />
    </svg>
  );
}
