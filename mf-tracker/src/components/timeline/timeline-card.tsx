import { type Course, weekOf } from '@stepwise/shared-contracts/course/course';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import type { Today } from '../../day/today.ts';
import { type DoseStep, lastPlannedDay } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { type AnswerIconName, ICON_WORDS } from '../../records/answer-icons.ts';
import { countedRecords, indexRecords } from '../../records/record-index.ts';
import { AnswerIcon } from '../answer-icon.tsx';
import { CourseStrip } from '../course/course-strip.tsx';
import { createDateAxis } from './date-axis.ts';
import { dayInWords, localDayOf } from './day-in-words.ts';
import { DayPanel } from './day-panel.tsx';
import { DaySteps } from './day-steps.tsx';
import { EventPlot } from './event-plot.tsx';
import styles from './timeline-card.module.css';
import { TimelineTable } from './timeline-table.tsx';
import { timelineInWords } from './timeline-words.ts';
import { type View, ViewSwitch } from './view-switch.tsx';
import { WeekInSentences } from './week-in-sentences.tsx';

interface TimelineCardProps {
  course: Course;
  records: readonly DailyRecord[];
  /** Records that the server does not have yet. */
  unsent: readonly DailyRecord[];
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
}

/** The event plot with the words for it and a day to read, and the same content as a table and in sentences. */
export const TimelineCard = memo(function TimelineCard({
  course,
  records,
  unsent,
  doseSteps,
  doseWords,
  today,
}: TimelineCardProps) {
  const id = useId();
  const { announce, site } = useHost();
  const [view, setView] = useState<View>('picture');
  const [selected, setSelected] = useState<string | null>(null);
  const slider = useFocusBack<HTMLInputElement>(selected !== null);
  const index = useMemo(() => indexRecords(records), [records]);
  const axis = useMemo(() => {
    const dates = [...index.byDate.keys(), doseSteps[0]?.date, lastPlannedDay(doseSteps)];
    return createDateAxis(
      dates.filter((date) => date !== undefined),
      today.key,
    );
  }, [index, doseSteps, today.key]);
  const words = useMemo(
    () => timelineInWords(countedRecords(index), doseSteps, doseWords, today),
    [index, doseSteps, doseWords, today],
  );
  const sources = useMemo(
    () => ({ records: index, doseSteps, doseWords, today }),
    [index, doseSteps, doseWords, today],
  );
  const step = (date: string) => {
    setSelected(date);
    announce(dayInWords(date, sources));
  };
  const openDay = useCallback((day: string) => setSelected(course.days.get(day)?.date ?? day), [course]);
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id}>Your timeline</h2>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {site.courseStrip === false ? (
        <p className="soft small">{words}</p>
      ) : (
        <CourseStrip
          course={course}
          view={view}
          selected={selected === null ? -1 : weekOf(course, localDayOf(selected, sources))}
          onSelect={openDay}
        />
      )}
      <WeekInSentences {...sources} onPaperAlone={view !== 'sentences'} />
      {view === 'table' && <TimelineTable ordered={records} {...sources} unsent={unsent} />}
      {view === 'picture' && (
        <div className={`${styles.picture} screen-only`}>
          <EventPlot
            axis={axis}
            {...sources}
            unsent={unsent}
            selected={selected}
            onSelect={setSelected}
            slider={slider}
          />
          <Legend hasUnsent={unsent.length > 0} />
          <DaySteps
            date={selected ?? today.key}
            first={axis.first}
            last={addDays(axis.first, axis.days - 1)}
            onSelect={step}
          />
          {selected === null ? (
            <p className="soft small">Tap a day, or use the arrow keys, to read what you recorded.</p>
          ) : (
            <DayPanel date={selected} {...sources} unsent={unsent} onClose={() => setSelected(null)} />
          )}
        </div>
      )}
    </Card>
  );
});

const ICONS = Object.keys(ICON_WORDS) as AnswerIconName[];

const Legend = memo(function Legend({ hasUnsent }: { hasUnsent: boolean }) {
  return (
    <ul className={styles.legend} aria-label="What the signs of the picture mean">
      {ICONS.map((icon) => (
        <li key={icon}>
          <AnswerIcon icon={icon} /> {ICON_WORDS[icon]}
        </li>
      ))}
      {hasUnsent && (
        <li>
          <span className={styles.unsent} /> not sent yet
        </li>
      )}
    </ul>
  );
});
