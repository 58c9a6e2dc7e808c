import { compareWeeks } from '@stepwise/shared-contracts/course/compare-weeks';
import type { Course, DayCounts } from '@stepwise/shared-contracts/course/course';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES } from '@stepwise/shared-contracts/entities/tracker';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useMemo } from 'react';
import styles from './look-back.module.css';

/** The last four weeks in the content's words, with the four weeks that they are compared with where `isWhole`. */
export function useWeeksInWords(course: Course, isWhole: boolean): string {
  const texts = useParticipant(({ homeTexts }) => homeTexts?.lookBack);
  const { recent, before, isBeforeStep } = useMemo(() => compareWeeks(course), [course]);
  if (!texts) return '';
  if (recent.recorded === 0) return texts.nothing;
  const earlier = isWhole && before.recorded > 0 && (isBeforeStep ? texts.beforeStep : texts.before);
  return [fillIn(texts.recent, valuesOf(recent)), earlier && fillIn(earlier, valuesOf(before))]
    .filter(Boolean)
    .join(' ');
}

const valuesOf = ({ good, recorded }: DayCounts) => ({ good: String(good.mood), days: String(recorded) });

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
