import type { Course, DosePeriod } from '@stepwise/shared-contracts/course/course';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
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
import { memo, useId } from 'react';
import styles from './steps-card.module.css';

/** How each dose went, by week since it began. It states counts only and never names a cause. */
export const StepsCard = memo(function StepsCard({ course }: { course: Course }) {
  const id = useId();
  const periods = course.periods.filter(({ state }) => state !== 'planned').reverse();
  if (periods.length === 0) return null;
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <h2 id={id}>Each dose step</h2>
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
    </Card>
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
        {period.weeks.map(({ from, recorded, good, warnings }, index) => (
          <Row key={from}>
            <RowHeader data-name="Week">{index + 1}</RowHeader>
            <Cell data-name="Days recorded">{recorded}</Cell>
            {CATEGORIES.map((category) => (
              <Cell key={category} data-name={`${CATEGORY_NAMES[category]} good`}>
                {recorded > 0 ? good[category] : 'none'}
              </Cell>
            ))}
            <Cell data-name="Warning days">{warnings}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
