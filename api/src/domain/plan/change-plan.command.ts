import { notAllowed } from '../../platform/errors/app-error.ts';
import type { Operation } from '../operation/operation.ts';
import type { Participant } from '../participants/participant.entity.ts';
import { pastSteps } from './dose-history.ts';
import type { ScheduledDose } from './generate-schedule.ts';
import { isStarted } from './is-started.ts';
import type { Prescription } from './prescription.entity.ts';
import { findPrescriptions, replacePrescriptions } from './prescriptions.ts';

/** A participant chooses until the first daily record. From then on the plan is followed, and changes go through the team. */
export async function rejectOnceStarted(op: Operation, { id }: Participant): Promise<void> {
  if (op.onBehalfOf || !(await isStarted(op.db, id))) return;
  throw notAllowed(
    'Your plan has started. Please talk with your doctor and the research team about a change.',
  );
}

interface NewPlan {
  schedule: number;
  /** mg a day; null for a plan made by hand before a dose was chosen. */
  startdose: number | null;
  timesperday: number;
  steps: ScheduledDose[];
}

/**
 * Changes the plan, with an audit event of what it was and what it is. The same plan again writes none. Once the plan has
 * started, what was taken of it so far is kept.
 */
export async function changePlan(
  op: Operation,
  participant: Participant,
  plan: NewPlan,
): Promise<Prescription[]> {
  const { db, today } = op;
  const stepsOf = (rows: readonly ScheduledDose[]) =>
    rows.map(({ date, dose, days, note }) => ({ date, dose, days, note }));
  const before = {
    schedule: participant.scheduleId ?? null,
    startdose: participant.startDose ?? null,
    timesperday: participant.timesPerDay,
    steps: stepsOf(await findPrescriptions(db, participant.id)),
  };
  const after = { ...plan, steps: stepsOf(plan.steps) };
  const [first] = plan.steps;
  if (first && (await isStarted(db, participant.id))) {
    participant.pastSteps = pastSteps({
      past: participant.pastSteps,
      replaced: before.steps,
      schedule: before.schedule,
      from: first.date,
      today,
    });
  }
  const prescriptions = await replacePrescriptions(db, participant.id, plan.steps);
  participant.scheduleId = plan.schedule;
  participant.startDose = plan.startdose;
  participant.timesPerDay = plan.timesperday;
  if (JSON.stringify(before) !== JSON.stringify(after))
    await op.audit('plan.changed', participant.id, { before, after });
  return prescriptions;
}
