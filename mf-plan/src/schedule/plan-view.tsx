import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { Card } from '@stepwise/shared-contracts/look/card';
import { Staircase } from '@stepwise/shared-contracts/look/staircase';
import { Status } from '@stepwise/shared-contracts/look/status';
import { PlanTable } from './plan-table.tsx';
import type { Plan } from './use-plan.ts';

/** The plan as a staircase and, beside it, as a table of the same steps. */
export function PlanView({ plan, between }: { plan: Plan; between?: React.ReactNode }) {
  const { steps, schedule, today } = plan;
  return (
    <>
      <Status text={steps.length === 0 ? 'Working out the dates and doses…' : ''} />
      {steps.length > 0 && (
        <>
          <Card>
            <Staircase
              steps={steps.map(({ date, dose }) => ({ date, dose, label: doseText(dose, schedule) }))}
              today={today}
            />
          </Card>
          {between}
          <Card>
            <PlanTable plan={plan} />
          </Card>
        </>
      )}
    </>
  );
}
