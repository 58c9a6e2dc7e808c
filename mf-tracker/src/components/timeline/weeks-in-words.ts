import { compareWeeks } from '@stepwise/shared-contracts/course/compare-weeks';
import type { Course, DayCounts } from '@stepwise/shared-contracts/course/course';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useMemo } from 'react';

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
