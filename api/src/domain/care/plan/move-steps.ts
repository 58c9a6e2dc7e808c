import { nextDose } from '@stepwise/shared-contracts/plan/next-dose';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { findDoseReports } from './dose-reports.ts';
import { findPrescriptions, planOf } from './prescriptions.ts';

/** Saves the date of each step, and the day on which the next one is due, as what was reported makes them. */
export async function moveSteps({ db, today }: Operation, participant: string): Promise<void> {
  const plan = await findPrescriptions(db, participant);
  const reports = await findDoseReports(db, participant);
  for (const [index, { status, date, plannedFrom }] of planSteps(planOf(plan), reports, today).entries()) {
    const row = plan[index];
    if (row) row.date = status === 'taken' ? date : plannedFrom;
  }
  const nextStepDue = nextDose(planOf(plan), reports, today)?.day ?? null;
  await db.flush();
  await db.nativeUpdate(Participant, { id: participant }, { nextStepDue });
}
