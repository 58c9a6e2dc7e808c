import type { Course, CourseWeek, DosePeriod } from '@stepwise/shared-contracts/course/course';
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
import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES } from '@stepwise/shared-contracts/entities/tracker';
import { memo } from 'react';
import styles from './steps-table.module.css';

/** How each dose went, by week since it began. It states counts only and never names a cause. */
export const StepsTable = memo(function StepsTable({ course }: { course: Course }) {
  const periods = course.periods.filter(({ state }) => state !== 'planned').reverse();
  return (
    <div className={styles.steps}>
      <p className="soft small">
        What you recorded in each week since a step, to look at with your doctor or nurse. These are counts.
        They do not say why.
      </p>
      {periods.map((period, index) => (
        <details key={period.date} open={index === 0}>
          <summary {...preventDoubleTap()}>{nameOf(period)}</summary>
          <WeekTable period={period} />
        </details>
      ))}
    </div>
  );
});

const nameOf = ({ label, date, state }: DosePeriod): string =>
  `${label} a day, from ${formatDate(date)}${state === 'assumed' ? ', not confirmed' : ''}`;

function WeekTable({ period }: { period: DosePeriod }) {
  return (
    <Table className={styles.weeks}>
      <caption className="visually-hidden">{nameOf(period)}, by week</caption>
      <TableHead>
        <Row>
          <ColumnHeader>Week</ColumnHeader>
          <ColumnHeader>Days recorded</ColumnHeader>
          {CATEGORIES.map((category) => (
            <ColumnHeader key={category}>{CATEGORY_NAMES[category]} good</ColumnHeader>
          ))}
          <ColumnHeader>Warning days</ColumnHeader>
        </Row>
      </TableHead>
      <TableBody>
        {rowsOf(period.weeks).map(({ from, name, week }) => (
          <Row key={from}>
            <RowHeader data-name="Week">{name}</RowHeader>
            {week ? (
              <Counts week={week} />
            ) : (
              <Cell colSpan={COLUMNS} data-name="Days recorded">
                none
              </Cell>
            )}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** Beside the week. */
const COLUMNS = 2 + CATEGORIES.length;

const Counts = ({ week: { recorded, good, warnings } }: { week: CourseWeek }) => (
  <>
    <Cell data-name="Days recorded">{recorded}</Cell>
    {CATEGORIES.map((category) => (
      <Cell key={category} data-name={`${CATEGORY_NAMES[category]} good`}>
        {good[category]}
      </Cell>
    ))}
    <Cell data-name="Warning days">{warnings}</Cell>
  </>
);

interface WeekRow {
  from: string;
  /** `3`, or `4 to 9` of weeks in which nothing is recorded. */
  name: string;
  /** Null for those. */
  week: CourseWeek | null;
}

/** A row for each week with a record; weeks without one, in a row, are joined. */
export function rowsOf(weeks: readonly CourseWeek[]): WeekRow[] {
  const rows: WeekRow[] = [];
  for (let index = 0; index < weeks.length; index += 1) {
    const week = weeks[index];
    if (!week) break;
    if (week.recorded > 0) {
      rows.push({ from: week.from, name: `${index + 1}`, week });
      continue;
    }
    const first = index + 1;
    while (weeks[index + 1]?.recorded === 0) index += 1;
    rows.push({ from: week.from, name: first > index ? `${first}` : `${first} to ${index + 1}`, week: null });
  }
  return rows;
}
