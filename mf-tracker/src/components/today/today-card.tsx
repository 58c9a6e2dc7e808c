import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import type { Activity } from '@stepwise/shared-contracts/entities/tracker';
import { useId } from 'react';
import type { Today } from '../../day/today.ts';
import { type DoseStep, dayOfDoseStep, doseDay } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import styles from './today-card.module.css';

interface TodayCardProps {
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
  /** Done today. */
  activities: readonly Activity[];
}

/** Today's dose with its breakdown and note, where today stands in the step, the next step, and today's activities. */
export function TodayCard({ doseSteps, doseWords, today, activities }: TodayCardProps) {
  const id = useId();
  const dose = doseDay(doseSteps, today.local);
  const { doseStep, next, daysToNext } = dose;
  const breakdown = doseStep && doseWords.breakdown(doseStep);
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id} className="eyebrow">
          Today’s dose
        </h2>
        {doseStep && <span className={styles.pill}>{dayOfDoseStep(dose)}</span>}
      </div>
      {doseStep ? (
        <p className={styles.dose}>{doseWords.amount(doseStep)} a day</p>
      ) : (
        <p>{next ? 'Your plan has not started yet.' : 'Your plan has no dates yet.'}</p>
      )}
      {breakdown && <p className={styles.breakdown}>{breakdown}</p>}
      {doseStep?.note && <p>{doseStep.note}</p>}
      {next && (
        <p className="soft small">
          Next step: {doseWords.amount(next)} a day on {formatDate(next.date)},{' '}
          {daysToNext === 1 ? 'tomorrow' : `in ${daysToNext} days`}, if you and your doctor agree.
        </p>
      )}
      {activities.length > 0 && (
        <>
          <h3 className={styles.activitiesHeading}>What you did today</h3>
          <ul className={styles.activities}>
            {activities.map(({ id: activityId, text }) => (
              <li key={activityId}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
