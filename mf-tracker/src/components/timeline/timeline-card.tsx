import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useId, useMemo, useRef, useState } from 'react';
import type { Today } from '../../day/today.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { lastPlannedDay, type Stage } from '../../doses/stages.ts';
import { MARK_WORDS, type Mark } from '../../records/marks.ts';
import { MarkIcon } from '../mark-icon.tsx';
import { layDateAxis } from './date-axis.ts';
import { DayPanel } from './day-panel.tsx';
import { EventPlot } from './event-plot.tsx';
import styles from './timeline-card.module.css';
import { TimelineTable } from './timeline-table.tsx';
import { timelineInWords } from './timeline-words.ts';

interface TimelineCardProps {
  records: readonly DailyRecord[];
  /** Dates of records that the server does not have yet. */
  unsent: readonly string[];
  stages: readonly Stage[];
  doseWords: DoseWords;
  today: Today;
}

/** The event plot with the words for it, a day to read, and the same content as a table. */
export function TimelineCard({ records, unsent, stages, doseWords, today }: TimelineCardProps) {
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  const [asTable, setAsTable] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const byDate = useMemo(() => new Map(records.map((record) => [record.date, record])), [records]);
  const axis = useMemo(() => {
    const dates = [records[0]?.date, records.at(-1)?.date, stages[0]?.date, lastPlannedDay(stages)];
    return layDateAxis(
      dates.filter((date) => date !== undefined),
      today.key,
    );
  }, [records, stages, today.key]);
  const words = useMemo(
    () => timelineInWords(records, stages, doseWords, today),
    [records, stages, doseWords, today],
  );
  const close = () => {
    setSelected(null);
    slider.current?.focus({ preventScroll: true });
  };
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id}>Your timeline</h2>
        <Button variant="link" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'As a picture' : 'As a table'}
        </Button>
      </div>
      <p className="soft small">{words}</p>
      {asTable ? (
        <TimelineTable
          records={records}
          stages={stages}
          doseWords={doseWords}
          today={today}
          unsent={unsent}
        />
      ) : (
        <>
          <EventPlot
            axis={axis}
            records={byDate}
            stages={stages}
            doseWords={doseWords}
            today={today}
            unsent={unsent}
            selected={selected}
            onSelect={setSelected}
            slider={slider}
          />
          <Legend hasUnsent={unsent.length > 0} />
          {selected === null ? (
            <p className="soft small">Tap a day, or use the arrow keys, to read what you recorded.</p>
          ) : (
            <DayPanel
              date={selected}
              records={byDate}
              stages={stages}
              doseWords={doseWords}
              today={today}
              isUnsent={unsent.includes(selected)}
              first={axis.first}
              last={addDays(axis.first, axis.days - 1)}
              onSelect={setSelected}
              onClose={close}
            />
          )}
        </>
      )}
    </Card>
  );
}

const MARKS = Object.keys(MARK_WORDS) as Mark[];

function Legend({ hasUnsent }: { hasUnsent: boolean }) {
  return (
    <ul className={styles.legend}>
      {MARKS.map((mark) => (
        <li key={mark}>
          <MarkIcon mark={mark} /> {MARK_WORDS[mark]}
        </li>
      ))}
      {hasUnsent && (
        <li>
          <span className={styles.unsent} /> not sent yet
        </li>
      )}
    </ul>
  );
}
