import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { memo, useId } from 'react';
import { type DaySources, describeLocalDay } from './describe-day.ts';
import styles from './timeline-card.module.css';

const DAYS = 7;

/** The person's last seven days, today included, in a few sentences each: to read, to listen to and to print. */
export const WeekInSentences = memo(function WeekInSentences(sources: DaySources) {
  const id = useId();
  const { local: today } = sources.today;
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS));
  return (
    <section aria-labelledby={id}>
      <h4 id={id}>My week in sentences</h4>
      <ul className={styles.week}>
        {days.map((day) => (
          <li key={day}>{describeLocalDay(day, sources)}</li>
        ))}
      </ul>
    </section>
  );
});
