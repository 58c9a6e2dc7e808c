import { startedPlan } from '@stepwise/shared-contracts/plan/plan-steps';
import type { Operation } from '../../core/operation/operation.ts';
import { moveSteps } from './move-steps.ts';
import { findPrescriptions, planOf } from './prescriptions.ts';

/** Starts the plan on the day of the first daily record: where that comes after its first day, every date moves with it. */
export async function startPlan(op: Operation, participant: string, firstRecord: string): Promise<void> {
  const plan = await findPrescriptions(op.db, participant);
  const [first] = plan;
  const before = first?.date;
  startedPlan(planOf(plan), firstRecord).forEach(({ date, planned }, index) => {
    const row = plan[index];
    if (row) Object.assign(row, { date, planned });
  });
  await op.db.flush();
  await moveSteps(op, participant);
  if (before && first.date !== before)
    await op.audit('plan.started', participant, { before: { date: before }, after: { date: first.date } });
}
