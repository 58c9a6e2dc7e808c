import { compareWeeks } from '@stepwise/shared-contracts/course/compare-weeks';
import type { Course } from '@stepwise/shared-contracts/course/course';
import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES } from '@stepwise/shared-contracts/entities/tracker';
import { useMemo } from 'react';
import { useWeeksInWords } from '../timeline/weeks-in-words.ts';
import styles from './look-back.module.css';

const WEEKS = 28;

/** One sentence, and two bars for each answer: the good days of those recorded, now and before. */
export function WeeksCompared({ course }: { course: Course }) {
  const { recent, before, isBeforeStep } = useMemo(() => compareWeeks(course), [course]);
  const words = useWeeksInWords(course, true);
  const rows = [
    { name: 'Last four weeks', counts: recent },
    { name: isBeforeStep ? 'Four weeks before this step' : 'Four weeks before those', counts: before },
  ].filter(({ counts }) => counts.recorded > 0);
  return (
    <>
      {words && <p>{words}</p>}
      {rows.length > 0 && (
        <dl className={styles.compared}>
          {CATEGORIES.map((category) => (
            <div key={category}>
              <dt>{CATEGORY_NAMES[category]}</dt>
              {rows.map(({ name, counts: { good, recorded } }, index) => (
                <dd key={name}>
                  <svg
                    viewBox={`0 0 ${WEEKS} 4`}
                    preserveAspectRatio="none"
                    aria-hidden="true"
                    focusable="false"
                  >
                    <rect className={styles.recorded} width={recorded} height="4" />
                    <rect
                      className={index === 0 ? styles.recent : styles.before}
                      width={good[category]}
                      height="4"
                    />
                  </svg>
                  <span className="visually-hidden">{name}: good on </span>
                  {good[category]} of {recorded}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 && (
        <p className="soft small" aria-hidden="true">
          {rows
            .map(({ name }, index) => `${index === 0 ? 'Upper' : 'Lower'} bar: ${name.toLowerCase()}`)
            .join('. ')}
          .
        </p>
      )}
    </>
  );
}
