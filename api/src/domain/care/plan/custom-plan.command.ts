import type { CustomDate } from '@stepwise/shared-contracts/entities/plan';
import { doseInForce, reportOfEachDay } from '@stepwise/shared-contracts/plan/dose-reports';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { changePlan, type NewPlan } from './change-plan.command.ts';
import { findCurrentDose } from './current-dose.ts';
import { findDoseReports } from './dose-reports.ts';
import { findContentOf } from './find-plan-content.ts';
import { isStarted } from './is-started.ts';
import { findReasonNeeded, lintTaper, type TaperFinding } from './lint-taper.ts';
import { findPlan } from './prescriptions.ts';
import { readCustomRows } from './read-custom-rows.ts';

interface CustomPlan {
  plan: NewPlan;
  findings: TaperFinding[];
  /** Empty where it needs no reason. */
  reasonNeededFor: TaperFinding[];
}

/** Throws what readCustomRows does. */
async function readCustomPlan(
  op: Operation,
  participant: Participant,
  rows: readonly CustomDate[],
): Promise<CustomPlan> {
  const { db, content, today } = op;
  const { schedule, medicine } = findContentOf(content, participant.scheduleId);
  const hasStarted = await isStarted(db, participant.id);
  const reports = await findDoseReports(db, participant.id);
  const [first] = reportOfEachDay(reports);
  const reported = (day: string) => doseInForce(reports, first && day < first.day ? first.day : day);
  const startdose = participant.startDose ?? null;
  const steps = readCustomRows(rows, {
    schedule,
    medicine,
    today,
    reported: hasStarted ? reported : null,
    prepareUnmakeable: content.prepareUnmakeable,
  });
  const doseNow = (await findCurrentDose(op, participant, medicine.id)) ?? startdose;
  return {
    plan: { schedule: schedule.id, startdose, timesperday: participant.timesPerDay, steps },
    findings: lintTaper(steps, { medicine, limits: content.taperLimits, today }),
    reasonNeededFor: findReasonNeeded(steps, { medicine, doseNow, today }),
  };
}

/**
 * Replaces the steps by the rows that a researcher typed. Throws unprocessable with every error by row and field, and, at
 * `reason`, where the rows need one and none is given.
 */
export async function saveCustomPlan(
  op: Operation,
  participant: Participant,
  { customDates, reason }: { customDates: readonly CustomDate[]; reason?: string | undefined },
): Promise<void> {
  const { plan, reasonNeededFor } = await readCustomPlan(op, participant, customDates);
  if (reasonNeededFor.length > 0 && !reason) throw reasonMissing(reasonNeededFor);
  await changePlan(op, participant, { ...plan, ...(reason && { reason }) });
}

/**
 * The plan as `saveCustomPlan` would make it; nothing is saved. It locks the participant before the plan, as every change
 * does, so that neither ends the other as a deadlock. Throws what readCustomRows does.
 */
export async function previewCustomPlan(
  given: Operation,
  participantId: string,
  rows: readonly CustomDate[],
): Promise<Awaited<ReturnType<typeof findPlan>> & Omit<CustomPlan, 'plan'>> {
  const op = { ...given, db: given.db.fork() };
  await op.db.begin();
  try {
    const participant = await lockParticipant(op.db, participantId);
    const { plan, ...found } = await readCustomPlan(op, participant, rows);
    await changePlan({ ...op, pending: { events: [], statements: [] } }, participant, plan);
    return { ...(await findPlan(op, participant.id)), ...found };
  } finally {
    await op.db.rollback();
  }
}

function reasonMissing(findings: readonly TaperFinding[]): AppError {
  const causes = findings.map(({ row, message }) => `Row ${row + 1}: ${message}`).join(' ');
  const message = `Give a reason. ${causes}`;
  return new AppError('unprocessable', `${message} Nothing was saved.`, [{ path: ['reason'], message }]);
}
