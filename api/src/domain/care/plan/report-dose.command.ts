import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { reportDose as reportDoseCall } from '@stepwise/shared-contracts/calls/plan.calls';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { countsFor, planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { realMg, storedDose } from '../../core/content/stored-dose.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { recordingOperation } from '../../data/data-locks/check-unlocked.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { DoseReport } from './dose-report.entity.ts';
import { findDoseReports, reporter } from './dose-reports.ts';
import { findContentOf, scheduleNameOf } from './find-plan-content.ts';
import { moveSteps } from './move-steps.ts';
import { findPrescriptions, planOf } from './prescriptions.ts';

const MAX_STAY_DAYS = 366;

/**
 * Records the dose taken from a day on, and moves the steps after it. The same report again changes nothing; another one
 * for the same day takes its place. Throws not-found for a step that is not the participant's, conflict for one that is
 * not the next, and unprocessable for a day that lies ahead or before the last report, for an impossible dose, and for staying
 * until a day that has passed or is more than a year away. No lock of the data rejects it.
 */
export async function reportDose(
  request: Operation,
  participant: Participant,
  { day, dose: given, step, stay }: ParsedBodyOf<typeof reportDoseCall>,
): Promise<void> {
  const op = await recordingOperation(request, participant.id);
  const { db, today } = op;
  const plan = planOf(await findPrescriptions(db, participant.id));
  const { schedule, medicine } = findContentOf(op.content, participant.scheduleId);
  const dose = storedDose(given, medicine);
  const reports = await findDoseReports(db, participant.id);
  const named = plan.find(({ id }) => id === step);
  if (step !== null && !named) throw notFound();
  if (day > today)
    throw wrong('day', 'This day lies ahead. Report a dose from the day on which you take it.');
  const last = reportInForce(reports, '9999-12-31');
  const isKnown = last?.kind !== 'assumed';
  const isSame = last?.day === day && last.dose === dose && (step === null || step === last.step);
  if (isKnown && isSame && (!stay || last.stay?.until === stay.until)) return;
  if (last && day < last.day)
    throw wrong('day', 'A dose was reported from a later day already. Choose that day or one after it.');
  if (realMg(dose, medicine) > medicine.maxPerDay && dose !== last?.dose && dose !== named?.dose)
    throw wrong('dose', `This is more than the highest daily dose, ${medicine.maxPerDay} ${medicine.unit}.`);
  if (named && named.dose !== dose) throw wrong('dose', 'This step has another dose.');
  if (stay?.until && (stay.until < today || stay.until > addDays(today, MAX_STAY_DAYS)))
    throw wrong('stay', 'Choose a day from today on, within a year.');

  const counts = countsFor(plan, reports, { day, dose, step });
  const before = planSteps(
    plan,
    reports.filter((report) => report.day < day),
    day,
  );
  const next = before.find(({ status }) => status !== 'taken' && status !== 'passed');
  const isTaken = before.some(({ id, status }) => id === step && status === 'taken');
  if (named && (counts.step !== step || !(isTaken || next?.id === step))) {
    throw new AppError('conflict', 'Another step comes next. Look at your plan again, then answer.', [
      { path: ['step'], message: 'Another step comes next.' },
    ]);
  }
  const taken = before.find(({ id, status }) => id === counts.step && status !== 'taken');
  const planned = (counts.kind === 'step' && taken?.plannedFrom) || null;
  const scheduleId = counts.step === null && last?.dose === dose ? last.schedule : schedule.id;
  db.create(DoseReport, {
    participant: participant.id,
    day,
    dose,
    scheduleId,
    prescription: counts.step,
    planned,
    kind: counts.kind,
    reportedAt: op.now,
    reportedBy: reporter(op),
    stays: stay !== undefined,
    stayUntil: stay?.until ?? null,
  });
  await db.flush();
  await moveSteps(op, participant.id);
  await op.audit('dose.reported', participant.id, {
    before: last
      ? {
          ...{ day: last.day, dose: last.dose, schedule: last.schedule },
          scheduleName: scheduleNameOf(op.content, last.schedule),
        }
      : null,
    after: {
      ...{ day, dose, schedule: scheduleId, scheduleName: scheduleNameOf(op.content, scheduleId) },
      ...{ kind: counts.kind, planned },
      ...(stay && { stay: stay.until ?? 'until the person says' }),
    },
  });
}

const wrong = (field: string, message: string): AppError =>
  new AppError('unprocessable', message, [{ path: [field], message }]);
