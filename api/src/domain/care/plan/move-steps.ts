import { planCourse } from '@stepwise/shared-contracts/plan/plan-course';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { findDoseReports } from './dose-reports.ts';
import { findPrescriptions, planOf } from './prescriptions.ts';

/** Saves the date of each step, and the day on which the next one is due, as what was reported makes them. */
export async function moveSteps({ db, today }: Operation, participant: string): Promise<void> {
  const plan = await findPrescriptions(db, participant);
  const course = planCourse(planOf(plan), await findDoseReports(db, participant), today);
  for (const [index, { status, date, plannedFrom }] of course.entries()) {
    const row = plan[index];
    if (row) row.date = status === 'taken' ? date : plannedFrom;
  }
  const next = course.find(({ status }) => status === 'due' || status === 'planned');
  const isHeld = course.some(({ status }) => status === 'waiting');
  await db.flush();
  await db.nativeUpdate(
    Participant,
    { id: participant },
    {
      nextStepDue: next && !isHeld ? next.plannedFrom : null,
    },
  );
}
