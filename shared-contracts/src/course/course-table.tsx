import { memo } from 'react';
import { Cell, ColumnHeader, Row, RowHeader, Table, TableBody, TableHead } from '../design-system/table.tsx';
import type { DosePeriod } from './course.ts';
import { COURSE_TABLE, courseRow } from './course-sheet.ts';
import styles from './course-table.module.css';

/** What the picture of a course shows, dose by dose. Each answer is counted on its own. */
export const CourseTable = memo(function CourseTable({ periods }: { periods: readonly DosePeriod[] }) {
  return (
    <div className={styles.room}>
      <Table className={styles.table}>
        <caption className={styles.caption}>{COURSE_TABLE.caption}</caption>
        <TableHead>
          <Row>
            {COURSE_TABLE.head.map((name) => (
              <ColumnHeader key={name}>{name}</ColumnHeader>
            ))}
          </Row>
        </TableHead>
        <TableBody>
          {periods.map((period) => {
            const [dose, ...cells] = courseRow(period);
            return (
              <Row key={`${period.date} ${period.label}`}>
                <RowHeader>{dose}</RowHeader>
                {cells.map((cell, index) => (
                  <Cell key={COURSE_TABLE.head[index + 1]} data-name={COURSE_TABLE.head[index + 1]}>
                    {cell}
                  </Cell>
                ))}
              </Row>
            );
          })}
        </TableBody>
      </Table>
    </div>
  );
});
