import { Card } from '@stepwise/shared-contracts/design-system/card';
import { Staircase } from '@stepwise/shared-contracts/design-system/staircase';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { stepsWithDay } from '../../schedule/plan-steps.ts';
import type { Plan } from '../../schedule/use-plan.ts';
import styles from './plan-table.module.css';
import { PlanTable } from './plan-table.tsx';

/** The plan as a staircase of the steps that have a day and, beside it, as a table of all. */
export function PlanView({ plan, between }: { plan: Plan; between?: React.ReactNode }) {
  const { steps, reports, schedule, schedules, today } = plan;
  return (
    <>
      <Card>
        <p role="status">{steps.length === 0 && 'Working out the dates and doses…'}</p>
        {steps.length > 0 && (
          <Staircase
            steps={stepsWithDay(steps, reports, today).map(({ date, dose }) => ({
              date,
              dose,
              label: doseText(dose, schedule, schedules),
            }))}
            today={today}
          />
        )}
      </Card>
      {steps.length > 0 && between}
      {steps.length > 0 && (
        <Card className={styles.card ?? ''}>
          <PlanTable plan={plan} />
        </Card>
      )}
    </>
  );
}
