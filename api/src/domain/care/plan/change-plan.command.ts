import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { findCurrentDose } from './current-dose.ts';
import { DoseReport } from './dose-report.entity.ts';
import { findDoseReports, reporter } from './dose-reports.ts';
import { findContentOf, scheduleNameOf } from './find-plan-content.ts';
import type { ScheduledDose } from './generate-schedule.ts';
import { isStarted } from './is-started.ts';
import { moveSteps } from './move-steps.ts';
import type { Prescription } from './prescription.entity.ts';
import { findPrescriptions, planOf, replacePrescriptions } from './prescriptions.ts';

export interface NewPlan {
  schedule: number;
  /** mg a day; null for a plan made by hand before a dose was chosen. */
  startdose: number | null;
  timesperday: number;
  steps: ScheduledDose[];
  /** Why a researcher made it so, as they wrote it. */
  reason?: string;
}

/**
 * Changes the plan, with an audit event of what it was and what it is. The same plan again writes none. What was
 * reported stays; until the plan has started, its starting dose is what the setup reports.
 */
export async function changePlan(
  op: Operation,
  participant: Participant,
  { reason, ...plan }: NewPlan,
): Promise<void> {
  const { db, today } = op;
  const stepsOf = (rows: readonly ScheduledDose[]) =>
    rows.map(({ date, dose, days, note }) => ({ date, dose, days, note }));
  const plannedBefore = await findPrescriptions(db, participant.id);
  const steps = planSteps(planOf(plannedBefore), await findDoseReports(db, participant.id), today);
  const before = {
    schedule: participant.scheduleId ?? null,
    startdose: participant.startDose ?? null,
    timesperday: participant.timesPerDay,
    steps: stepsOf(plannedBefore),
  };
  const after = { ...plan, steps: stepsOf(plan.steps) };
  // A step that waits has its day in no row: the same days set it.
  const waits = steps.some(({ status }) => status === 'waiting');
  if (!waits && JSON.stringify(before) === JSON.stringify(after)) return;
  const { medicine } = findContentOf(op.content, plan.schedule);
  const hasStarted = await isStarted(db, participant.id);
  const taken = hasStarted && (await findCurrentDose(op, participant, medicine.id));
  const current = hasStarted
    ? plan.steps.findLastIndex(({ date, dose }) => date <= today && dose === taken)
    : 0;
  const rows = await replacePrescriptions(db, participant.id, plan.steps, current);
  participant.scheduleId = plan.schedule;
  participant.startDose = plan.startdose;
  participant.timesPerDay = plan.timesperday;
  const [first] = rows;
  if (!hasStarted && first) await reportStartingDose(op, first, plan.schedule);
  await db.flush();
  await moveSteps(op, participant.id);
  await op.audit('plan.changed', participant.id, {
    before: { ...before, scheduleName: scheduleNameOf(op.content, before.schedule) },
    after: { ...after, scheduleName: scheduleNameOf(op.content, after.schedule), ...(reason && { reason }) },
  });
}

/** The first step is the current dose, and counts as reported in the setup. */
async function reportStartingDose(
  op: Operation,
  { id, participant, date, dose }: Prescription,
  scheduleId: number,
): Promise<void> {
  await op.db.nativeDelete(DoseReport, { participant });
  op.db.create(DoseReport, {
    participant,
    day: date < op.today ? date : op.today,
    dose,
    scheduleId,
    prescription: id,
    planned: date,
    kind: 'starting',
    reportedAt: op.now,
    reportedBy: reporter(op),
  });
  await op.db.flush();
}
