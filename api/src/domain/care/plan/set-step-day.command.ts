import { addDays, daysBetween, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { AppError } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { findOwnDay } from '../tracker/find-time-zone.ts';
import { changePlan } from './change-plan.command.ts';
import { findDoseReports } from './dose-reports.ts';
import { checkPlanAllows } from './plan-state.ts';
import { findPrescriptions, planOf } from './prescriptions.ts';
import { MAX_DAYS_FROM_NOW } from './read-custom-rows.ts';

/**
 * Sets the day (`YYYY-MM-DD`) of the step that waits since the participant went back up. The plan goes on from the dose in
 * force, and the later steps move along. Throws not-found, what the table of plan states gives, and unprocessable for a
 * day before the participant's own today or more than ten years away.
 */
export const setStepDay = (op: Operation, participantId: string, day: string): Promise<void> =>
  inTransaction(op, async (given) => {
    const { db } = given;
    const participant = await lockParticipant(db, participantId);
    const today = await findOwnDay(given, participantId);
    const op = { ...given, today };
    await checkPlanAllows(op, participant, 'setStepDay');
    const away = daysBetween(today, day);
    if (away < 0 || away > MAX_DAYS_FROM_NOW) throw wrongDay(today);

    const reports = await findDoseReports(db, participantId);
    const steps = planSteps(planOf(await findPrescriptions(db, participantId)), reports, today);
    const taken = steps.filter(({ status }) => status === 'taken');
    const ahead = steps.filter(({ status }) => status !== 'taken' && status !== 'passed');
    const report = reportInForce(reports, today);
    const isStep = taken.at(-1)?.dose === report?.dose;
    // A dose in force that is no step of the plan stands in it as one.
    const before =
      isStep || !report
        ? taken
        : [
            ...taken.filter(({ date }) => date < report.day),
            { date: report.day, dose: report.dose, note: '', prepare: '' },
          ];
    const moved = daysBetween(ahead[0]?.date ?? day, day);
    const { scheduleId, startDose, timesPerDay } = participant;
    await changePlan(op, participant, {
      schedule: scheduleId ?? 0,
      startdose: startDose ?? null,
      timesperday: timesPerDay,
      steps: [
        ...before.map(({ date, dose, note, prepare = '' }, index) => ({
          date,
          dose,
          note,
          prepare,
          days: daysBetween(date, before[index + 1]?.date ?? day),
        })),
        ...ahead.map(({ date, dose, note, prepare = '', days }) => ({
          date: addDays(date, moved),
          dose,
          note,
          prepare,
          days,
        })),
      ],
    });
  });

function wrongDay(today: string): AppError {
  const message = `Choose a day from ${formatDate(today)}, the participant’s today, within ten years.`;
  return new AppError('unprocessable', message, [{ path: ['day'], message }]);
}
