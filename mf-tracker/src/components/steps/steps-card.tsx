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
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useId, useMemo } from 'react';
import type { DoseStep } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { countByStep, type StepCounts } from '../../doses/step-weeks.ts';
import styles from './steps-card.module.css';

interface StepsCardProps {
  doseSteps: readonly DoseStep[];
  records: readonly DailyRecord[];
  doseWords: DoseWords;
  /** The person's local day. */
  today: string;
}

/** How each dose step went, by week since the step. It states counts only and never names a cause. */
export function StepsCard({ doseSteps, records, doseWords, today }: StepsCardProps) {
  const id = useId();
  const steps = useMemo(() => countByStep(doseSteps, records, today).reverse(), [doseSteps, records, today]);
  if (steps.length === 0) return null;
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <h2 id={id}>Each dose step</h2>
      <p className="soft small">
        What you recorded in each week since a step, to look at with your doctor or nurse. These are counts.
        They do not say why.
      </p>
      {steps.map((step, index) => (
        <details key={step.doseStep.date} open={index === 0}>
          <summary {...preventDoubleTap()}>
            {doseWords.amount(step.doseStep)} a day, from {formatDate(step.doseStep.date)}
          </summary>
          <WeekTable step={step} dose={doseWords.amount(step.doseStep)} />
        </details>
      ))}
    </Card>
  );
}

function WeekTable({ step: { doseStep, weeks }, dose }: { step: StepCounts; dose: string }) {
  return (
    <Table className={styles.weeks}>
      <caption className="visually-hidden">
        {dose} a day, from {formatDate(doseStep.date)}, by week
      </caption>
      <TableHead>
        <Row>
          <ColumnHeader>Week</ColumnHeader>
          <ColumnHeader>Days recorded</ColumnHeader>
          <ColumnHeader>Good answers</ColumnHeader>
          <ColumnHeader>Warning signs</ColumnHeader>
        </Row>
      </TableHead>
      <TableBody>
        {weeks.map(({ week, daysRecorded, goodAnswers, answers, warningSigns }) => (
          <Row key={week}>
            <RowHeader data-name="Week">{week}</RowHeader>
            <Cell data-name="Days recorded">{daysRecorded}</Cell>
            <Cell data-name="Good answers">{answers > 0 ? `${goodAnswers} of ${answers}` : 'none'}</Cell>
            <Cell data-name="Warning signs">{warningSigns}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
