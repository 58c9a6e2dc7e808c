import { CATEGORIES, type Category } from '@stepwise/shared-contracts/entities/tracker';
import { memo } from 'react';
import styles from './event-plot.module.css';
import { iconsPath, ROWS } from './plot-geometry.ts';

const KINDS = [
  ['g', styles.good],
  ['o', styles.otherwise],
  ['w', styles.warning],
] as const;

const DAYS_PER_PART = 28;

/** Every icon of the plot: a row of letters for each category (see `IconLetter`). */
export function PlotIcons({ letters, dayWidth }: { letters: Record<Category, string>; dayWidth: number }) {
  const parts = Math.ceil(letters.sleep.length / DAYS_PER_PART);
  return Array.from({ length: parts }, (_, part) => {
    const start = part * DAYS_PER_PART;
    const cut = (category: Category) => letters[category].slice(start, start + DAYS_PER_PART);
    return (
      <IconsPart
        key={start}
        start={start}
        dayWidth={dayWidth}
        sleep={cut('sleep')}
        mood={cut('mood')}
        active={cut('active')}
      />
    );
  });
}

/**
 * Four weeks of icons, a path for each kind in each row. Parts out of sight are not painted, and a new record draws its
 * own part again and no other.
 */
const IconsPart = memo(function IconsPart({
  start,
  dayWidth,
  ...rows
}: Record<Category, string> & { start: number; dayWidth: number }) {
  return CATEGORIES.map((category) =>
    KINDS.map(([kind, className]) => {
      const path = iconsPath(rows[category], kind, { start, dayWidth, y: ROWS[category] });
      return path && <path key={category + kind} className={className} d={path} />;
    }),
  );
});
