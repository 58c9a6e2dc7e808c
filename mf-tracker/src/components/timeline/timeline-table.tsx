import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CATEGORIES, type Category, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useMemo } from 'react';
import type { Today } from '../../day/today.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { type Stage, stageOn } from '../../doses/stages.ts';
import { CATEGORY_WORDS, chosenInWords, MARK_WORDS, markOf } from '../../records/marks.ts';
import { groupByMonth } from './months.ts';
import styles from './timeline-table.module.css';

interface TimelineTableProps {
  records: readonly DailyRecord[];
  stages: readonly Stage[];
  doseWords: DoseWords;
  today: Today;
  unsent: readonly string[];
}

/** Everything the plot shows, as tables: the planned steps, then the days recorded, month by month, newest first. */
export function TimelineTable({ records, stages, doseWords, today, unsent }: TimelineTableProps) {
  const months = useMemo(() => groupByMonth(records), [records]);
  return (
    <div className={styles.tables}>
      <table>
        <caption className={styles.caption}>Your dose steps</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Dose a day</th>
            <th scope="col">Days</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.date}>
              <th scope="row">
                {formatDate(stage.date)}
                {stage.date > today.local && <span className="soft"> (planned)</span>}
              </th>
              <td>{doseWords.amount(stage)}</td>
              <td>{stage.days > 0 ? stage.days : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {months.length === 0 && <p>No days recorded yet.</p>}
      {months.map(({ month, name, records: ofMonth }, index) => (
        <details key={month} open={index === 0}>
          <summary>
            {name}: {ofMonth.length} {ofMonth.length === 1 ? 'day' : 'days'} recorded
          </summary>
          <table className={styles.days}>
            <caption className="visually-hidden">Days recorded in {name}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {CATEGORIES.map((category) => (
                  <th key={category} scope="col">
                    {CATEGORY_WORDS[category]}
                  </th>
                ))}
                <th scope="col">Dose a day</th>
              </tr>
            </thead>
            <tbody>
              {ofMonth.map((record) => {
                const stage = stageOn(stages, record.localDate);
                return (
                  <tr key={record.date}>
                    <th scope="row">
                      {formatDate(record.localDate)}
                      {unsent.includes(record.date) && <span className="soft"> not sent yet</span>}
                    </th>
                    {CATEGORIES.map((category) => (
                      <td key={category} data-name={CATEGORY_WORDS[category]}>
                        <Answer record={record} category={category} />
                      </td>
                    ))}
                    <td data-name="Dose a day">{stage ? doseWords.amount(stage) : ''}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

function Answer({ record, category }: { record: DailyRecord; category: Category }) {
  const chosen = chosenInWords(record, category);
  const mark = markOf(record, category);
  return (
    <>
      <span className={mark === 'warning' ? styles.warning : undefined}>{MARK_WORDS[mark]}</span>
      {chosen.length > 0 && <span className={styles.chosen}>{chosen.join(', ')}</span>}
    </>
  );
}
