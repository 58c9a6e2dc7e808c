import type { Call } from '@stepwise/shared-contracts/calls/call';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import { notAllowed } from '../../platform/errors/app-error.ts';
import { pastSteps } from './dose-history.ts';
import type { ScheduledDose } from './generate-schedule.ts';
import { isStarted } from './is-started.ts';
import type { Prescription } from './prescription.entity.ts';
import { findPrescriptions, replacePrescriptions } from './prescriptions.ts';

type Request = Pick<ParticipantRequest<Call>, 'em' | 'participant' | 'isActing' | 'today' | 'audit'>;

/** A participant chooses until the first daily record. From then on the plan is followed, and changes go through the team. */
export async function rejectOnceStarted({ em, participant, isActing }: Request): Promise<void> {
  if (isActing || !(await isStarted(em, participant.id))) return;
  throw notAllowed(
    'Your plan has started. Please talk with your doctor and the research team about a change.',
  );
}

interface NewPlan {
  schedule: number;
  /** mg a day; null for a plan typed by hand before a dose was chosen. */
  startdose: number | null;
  timesperday: number;
  steps: ScheduledDose[];
}

/**
 * Changes the plan and tells the trail what it was and what it is. A plan that says the same leaves no trace. Once it has
 * started, what was taken of it so far is kept.
 */
export async function changePlan(request: Request, plan: NewPlan): Promise<Prescription[]> {
  const { em, participant, today, audit } = request;
  const stepsOf = (rows: readonly ScheduledDose[]) =>
    rows.map(({ date, dose, days, note }) => ({ date, dose, days, note }));
  const before = {
    schedule: participant.scheduleId ?? null,
    startdose: participant.startDose ?? null,
    timesperday: participant.timesPerDay,
    steps: stepsOf(await findPrescriptions(em, participant.id)),
  };
  const after = { ...plan, steps: stepsOf(plan.steps) };
  const [first] = plan.steps;
  if (first && (await isStarted(em, participant.id))) {
    participant.pastSteps = pastSteps({
      past: participant.pastSteps,
      replaced: before.steps,
      schedule: before.schedule,
      from: first.date,
      today,
    });
  }
  const laid = await replacePrescriptions(em, participant.id, plan.steps);
  participant.scheduleId = plan.schedule;
  participant.startDose = plan.startdose;
  participant.timesPerDay = plan.timesperday;
  if (JSON.stringify(before) !== JSON.stringify(after)) await audit('plan.changed', { before, after });
  return laid;
}
