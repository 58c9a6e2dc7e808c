import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import {
  Cell,
  ColumnHeader,
  Row,
  RowHeader,
  Table,
  TableBody,
  TableHead,
} from '@stepwise/shared-contracts/design-system/table';
import { CATEGORY_NAMES, chosenInWords } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES, type Category, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useMemo } from 'react';
import type { Today } from '../../day/today.ts';
import { type DoseStep, doseStepOn } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { ICON_WORDS, iconOf } from '../../records/answer-icons.ts';
import { isCounted, type RecordIndex } from '../../records/record-index.ts';
import { groupByMonth } from './months.ts';
import styles from './timeline-table.module.css';

interface TimelineTableProps {
  /** In the order of the days. */
  ordered: readonly DailyRecord[];
  records: RecordIndex;
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
  unsent: readonly DailyRecord[];
}

/** Everything the plot shows, as tables: the planned steps, then the days recorded, month by month, newest first. */
export function TimelineTable({ ordered, records, doseSteps, doseWords, today, unsent }: TimelineTableProps) {
  const months = useMemo(() => groupByMonth(ordered), [ordered]);
  return (
    <div className={styles.tables}>
      <Table>
        <caption className={styles.caption}>Your dose steps</caption>
        <TableHead>
          <Row>
            <ColumnHeader>From</ColumnHeader>
            <ColumnHeader>Dose a day</ColumnHeader>
            <ColumnHeader>Days</ColumnHeader>
          </Row>
        </TableHead>
        <TableBody>
          {doseSteps.map((doseStep) => (
            <Row key={doseStep.date}>
              <RowHeader>
                {formatDate(doseStep.date)}
                {doseStep.date > today.local && <span className="soft"> (planned)</span>}
              </RowHeader>
              <Cell>{doseWords.amount(doseStep)}</Cell>
              <Cell>{doseStep.days > 0 ? doseStep.days : ''}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {months.length === 0 && <p>No days recorded yet.</p>}
      {months.map(({ month, name, days, records: ofMonth }, index) => (
        <details key={month} open={index === 0}>
          <summary {...preventDoubleTap()}>
            {name}: {days} {days === 1 ? 'day' : 'days'} recorded
          </summary>
          <Table className={styles.days}>
            <caption className="visually-hidden">Days recorded in {name}</caption>
            <TableHead>
              <Row>
                <ColumnHeader>Day</ColumnHeader>
                {CATEGORIES.map((category) => (
                  <ColumnHeader key={category}>{CATEGORY_NAMES[category]}</ColumnHeader>
                ))}
                <ColumnHeader>Dose a day</ColumnHeader>
              </Row>
            </TableHead>
            <TableBody>
              {ofMonth.map((record) => {
                const doseStep = doseStepOn(doseSteps, record.localDate);
                return (
                  <Row key={`${record.date} ${record.localDate}`}>
                    <RowHeader>
                      {formatDate(record.localDate)}
                      {unsent.includes(record) && <span className="soft"> not sent yet</span>}
                      {record.addedLater && <span className="soft"> added later</span>}
                      {!isCounted(records, record) && <span className="soft"> a later check-up counts</span>}
                    </RowHeader>
                    {CATEGORIES.map((category) => (
                      <Cell key={category} data-name={CATEGORY_NAMES[category]}>
                        <Answer record={record} category={category} />
                      </Cell>
                    ))}
                    <Cell data-name="Dose a day">{doseStep ? doseWords.amount(doseStep) : ''}</Cell>
                  </Row>
                );
              })}
            </TableBody>
          </Table>
        </details>
      ))}
    </div>
  );
}

function Answer({ record, category }: { record: DailyRecord; category: Category }) {
  const chosen = chosenInWords(record, category);
  const icon = iconOf(record, category);
  return (
    <>
      <span className={icon === 'warning' ? styles.warning : undefined}>{ICON_WORDS[icon]}</span>
      {chosen.length > 0 && <span className={styles.chosen}>{chosen.join(', ')}</span>}
    </>
  );
}
