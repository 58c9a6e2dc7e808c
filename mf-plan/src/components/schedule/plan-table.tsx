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
import { doseBreakdown, doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { stepDay } from '@stepwise/shared-contracts/plan/next-dose';
import type { PlanStep } from '@stepwise/shared-contracts/plan/plan-steps';
import { planList, stepDays, stepLabel } from '../../schedule/plan-steps.ts';
import type { Plan } from '../../schedule/use-plan.ts';
import styles from './plan-table.module.css';

/** The prescriptions list: the step in force first, then those planned, with dates, doses and days; those done are folded. */
export function PlanTable({ plan }: { plan: Plan }) {
  const { done, ahead, hasCurrent } = planList(plan.steps, plan.reports, plan.today);
  return (
    <div className={styles.frame}>
      {plan.hold && <p>{plan.hold}</p>}
      {!hasCurrent && <p>We do not know which dose you take now. Home asks you.</p>}
      <Steps
        plan={plan}
        steps={ahead}
        hasCurrent={hasCurrent}
        hasPast={done.length > 0}
        caption={`${plan.name}, step by step`}
      />
      {done.length > 0 && (
        <details className={styles.done}>
          <summary {...preventDoubleTap()}>
            {done.length === 1 ? '1 step done' : `${done.length} steps done`}
          </summary>
          <Steps plan={plan} steps={done} caption="Steps done" />
        </details>
      )}
    </div>
  );
}

interface StepsProps {
  plan: Plan;
  steps: readonly PlanStep[];
  hasPast?: boolean;
  /** Set for the list of the plan: whether its first step is in force. Those done have no labels. */
  hasCurrent?: boolean;
  caption: string;
}

function Steps({ plan, steps, hasCurrent, hasPast = false, caption }: StepsProps) {
  const { schedule, schedules, timesperday } = plan;
  return (
    <Table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <TableHead className="visually-hidden">
        <Row>
          <ColumnHeader>Step</ColumnHeader>
          <ColumnHeader>Dose</ColumnHeader>
          <ColumnHeader>How long</ColumnHeader>
        </Row>
      </TableHead>
      {steps.map((step, index) => {
        const isDone = hasCurrent === undefined;
        const isFirst = index === 0 && hasCurrent === false;
        const label = isDone ? '' : isFirst ? 'Reduce to' : stepLabel(steps, index);
        const breakdown = doseBreakdown(step.dose, { schedule, timesperday }, schedules);
        // Until a step is due or taken, all but the current dose is plainly planned.
        const isMarked = step.status !== 'taken' && (hasPast || step.status !== 'planned');
        const isToday = index === 0 && hasCurrent === true;
        return (
          <TableBody key={step.id} className={styles.step} data-today={isToday && step.date <= plan.today}>
            <Row>
              <RowHeader>
                {label && <span className={styles.label}>{`${label} `}</span>}
                <StepDate step={step} day={stepDay(steps, step)} />{' '}
                {isToday && hasPast && <strong className={styles.now}>Your step today</strong>}
              </RowHeader>
              <Cell>
                <strong>{doseText(step.dose, schedule, schedules)}</strong>{' '}
                {breakdown && <span className={styles.date}>{breakdown}</span>}
              </Cell>
              <Cell className={styles.days}>
                {!isDone && stepDays(steps, index)}
                {isMarked && <span className={styles.date}> Planned</span>}
              </Cell>
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
  );
}

function StepDate({ step: { status }, day }: { step: PlanStep; day: string | null }) {
  if (day === null)
    return <span className={styles.date}>{status === 'waiting' ? 'waits for a new day' : 'no day yet'}</span>;
  return (
    <span className={styles.date}>
      from <span className={styles.day}>{formatDate(day)}</span>
    </span>
  );
}
