import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import {
  Cell,
  ColumnHeader,
  Row,
  RowHeader,
  Table,
  TableBody,
  TableHead,
} from '@stepwise/shared-contracts/design-system/table';
import { doseBreakdown, doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { currentStepIndex, stepDays, stepLabel } from '../../schedule/plan-steps.ts';
import type { Plan } from '../../schedule/use-plan.ts';
import styles from './plan-table.module.css';

/** The prescriptions list: the plan's steps with their dates, doses and days. */
export function PlanTable({ plan }: { plan: Plan }) {
  const { steps, schedule, timesperday, today } = plan;
  const current = currentStepIndex(steps, today);
  return (
    <div className={styles.frame}>
      <Table className={styles.table}>
        <caption className="visually-hidden">{plan.name}, step by step</caption>
        <TableHead className="visually-hidden">
          <Row>
            <ColumnHeader>Step</ColumnHeader>
            <ColumnHeader>Dose</ColumnHeader>
            <ColumnHeader>How long</ColumnHeader>
          </Row>
        </TableHead>
        {steps.map((step, index) => {
          const label = stepLabel(steps, index);
          const breakdown = doseBreakdown(step.dose, { schedule, timesperday });
          return (
            <TableBody key={step.id} className={styles.step} data-today={index === current && current > 0}>
              <Row>
                <RowHeader>
                  {label && <span className={styles.label}>{`${label} `}</span>}
                  {/* The first label stays for good (specification, section 2); once it is past it must say so. */}
                  {index === 0 && current > 0 && (
                    <span className={styles.date}>{'when the plan began '}</span>
                  )}
                  <span className={styles.date}>
                    from <span className={styles.day}>{formatDate(step.date)}</span>
                  </span>{' '}
                  {index === current && current > 0 && (
                    <strong className={styles.now}>Your step today</strong>
                  )}
                </RowHeader>
                <Cell>
                  <strong>{doseText(step.dose, schedule)}</strong>{' '}
                  {breakdown && <span className={styles.date}>{breakdown}</span>}
                </Cell>
                <Cell className={styles.days}>{stepDays(steps, index)}</Cell>
              </Row>
              {step.note && (
                <Row className={styles.note}>
                  <Cell colSpan={3}>{step.note}</Cell>
                </Row>
              )}
            </TableBody>
          );
        })}
      </Table>
    </div>
  );
}
