import type { AnswerIconName } from '../records/answer-icons.ts';
import styles from './timeline/event-plot.module.css';
import { iconsPath, LETTER } from './timeline/plot-geometry.ts';

const SIZE = 18;

/** An icon as the plot has it. Always beside its word. */
export function AnswerIcon({ icon }: { icon: AnswerIconName }) {
  const letter = LETTER[icon];
  if (letter === '.') return null;
  return (
    <svg width={SIZE} height={SIZE} aria-hidden="true" focusable="false">
      <path
        className={styles[icon]}
        d={iconsPath(letter, letter, { start: 0, dayWidth: SIZE, y: SIZE / 2 })}
      />
    </svg>
  );
}
