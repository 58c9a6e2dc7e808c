import { formatDate } from '../dates/plain-date.ts';
import { Cell, ColumnHeader, Row, RowHeader, Table, TableBody, TableHead } from '../design-system/table.tsx';
import { CATEGORIES } from '../entities/tracker.ts';
import { CATEGORY_NAMES, type Course, type DoseState } from './course.ts';
import styles from './course-table.module.css';

const STATE_WORDS: Record<DoseState, string> = {
  taken: 'taken',
  assumed: 'not confirmed',
  planned: 'planned',
};

/** What the picture of a course shows, dose by dose. Each answer is counted on its own. */
export function CourseTable({ course }: { course: Course }) {
  return (
    <Table className={styles.table}>
      <caption className={styles.caption}>Good days at each dose, of the days recorded</caption>
      <TableHead>
        <Row>
          <ColumnHeader>Dose a day</ColumnHeader>
          <ColumnHeader>Days recorded</ColumnHeader>
          {CATEGORIES.map((category) => (
            <ColumnHeader key={category}>{CATEGORY_NAMES[category]}</ColumnHeader>
          ))}
          <ColumnHeader>Warning days</ColumnHeader>
        </Row>
      </TableHead>
      <TableBody>
        {course.periods.map(({ date, label, state, counts }) => {
          const isRecorded = state !== 'planned' && counts.recorded > 0;
          return (
            <Row key={`${date} ${label}`}>
              <RowHeader>
                {label}{' '}
                <span className={styles.since}>
                  {STATE_WORDS[state]} from {formatDate(date)}
                </span>
              </RowHeader>
              <Cell data-name="Days recorded">
                {state === 'planned' ? '' : `${counts.recorded} of ${counts.days}`}
              </Cell>
              {CATEGORIES.map((category) => (
                <Cell key={category} data-name={CATEGORY_NAMES[category]}>
                  {isRecorded ? counts.good[category] : ''}
                </Cell>
              ))}
              <Cell data-name="Warning days">{isRecorded ? counts.warnings : ''}</Cell>
            </Row>
          );
        })}
      </TableBody>
    </Table>
  );
}
