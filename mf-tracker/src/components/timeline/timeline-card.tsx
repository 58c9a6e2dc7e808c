import type { Course } from '@stepwise/shared-contracts/course/course';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { Link } from '@stepwise/shared-contracts/router';
import { memo, type RefObject, useId, useMemo, useState } from 'react';
import type { Today } from '../../day/today.ts';
import { type DoseStep, lastPlannedDay } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { indexRecords } from '../../records/record-index.ts';
import { createDateAxis } from './date-axis.ts';
import { DayPanel } from './day-panel.tsx';
import { DaySteps } from './day-steps.tsx';
import { describeDay } from './describe-day.ts';
import { EventPlot } from './event-plot.tsx';
import styles from './timeline-card.module.css';
import { useWeeksInWords } from './weeks-in-words.ts';

interface TimelineCardProps {
  course: Course;
  records: readonly DailyRecord[];
  /** Records that the server does not have yet. */
  unsent: readonly DailyRecord[];
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
  /** The link to Look back. */
  lookBack: RefObject<HTMLAnchorElement | null>;
}

/** The event plot with a day to read, and the way to everything before. */
export const TimelineCard = memo(function TimelineCard(props: TimelineCardProps) {
  const { course, records, unsent, doseSteps, doseWords, today, lookBack } = props;
  const id = useId();
  const { announce } = useHost();
  const [selected, setSelected] = useState<string | null>(null);
  const slider = useFocusBack<HTMLInputElement>(selected !== null);
  const index = useMemo(() => indexRecords(records), [records]);
  const words = useWeeksInWords(course, false);
  const axis = useMemo(() => {
    const dates = [...index.byDate.keys(), doseSteps[0]?.date, lastPlannedDay(doseSteps)];
    return createDateAxis(
      dates.filter((date) => date !== undefined),
      today.key,
    );
  }, [index, doseSteps, today.key]);
  const sources = useMemo(
    () => ({ records: index, doseSteps, doseWords, today }),
    [index, doseSteps, doseWords, today],
  );
  const step = (date: string) => {
    setSelected(date);
    announce(describeDay(date, sources));
  };
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id}>Your timeline</h2>
        <Link ref={lookBack} className={styles.lookBack} to="/?look-back=weeks">
          Look back
        </Link>
      </div>
      {words && <p className="soft small">{words}</p>}
      <EventPlot
        axis={axis}
        {...sources}
        unsent={unsent}
        selected={selected}
        onSelect={setSelected}
        slider={slider}
      />
      {unsent.length > 0 && <p className="soft small">Dashed frame: not sent yet.</p>}
      <DaySteps
        date={selected ?? today.key}
        first={axis.first}
        last={addDays(axis.first, axis.days - 1)}
        onSelect={step}
      />
      {selected !== null && (
        <DayPanel date={selected} {...sources} unsent={unsent} onClose={() => setSelected(null)} />
      )}
    </Card>
  );
});
