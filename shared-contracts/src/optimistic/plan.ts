import type { AnswerOf } from '../calls/call.ts';
import type {
  askAboutDose,
  prepareStep,
  reportDose,
  saveDose,
  saveMedcustom,
  saveSchedule,
  saveStrengths,
} from '../calls/plan.calls.ts';
import { localDate } from '../dates/plain-date.ts';
import { reportInForce } from '../plan/dose-reports.ts';
import { countsFor, presentedPlan } from '../plan/plan-steps.ts';
import type { Apply } from '../store/apply.ts';
import type { ParticipantState } from '../store/participant-state.ts';

/**
 * Only the server makes the dated steps: until they arrive the plan has none, so that no dose of another schedule
 * is shown under the new one's name.
 */
const stepsOf = (answer: AnswerOf<typeof saveMedcustom> | undefined): Partial<ParticipantState> =>
  answer
    ? {
        prescriptions: answer.prescriptions,
        pastPrescriptions: answer.pastPrescriptions,
        doseReports: answer.doseReports,
      }
    : { prescriptions: [] };

export const applySaveSchedule: Apply<typeof saveSchedule> = ({ user }, { schedule }, { answer }) => ({
  schedule,
  ...stepsOf(answer),
  user: user && {
    ...user,
    startdose: answer?.startdose ?? user.startdose,
    homestep: answer?.homestep ?? user.homestep,
    timesperday: answer?.timesperday ?? user.timesperday,
  },
});

export const applySaveDose: Apply<typeof saveDose> = (state, { prescription }, { answer }) => {
  const { user, prescriptionsDefault } = state;
  const chosen = prescriptionsDefault.find(({ id }) => id === prescription)?.dose;
  return {
    ...stepsOf(answer),
    user: user && { ...user, startdose: answer?.startdose ?? chosen ?? user.startdose },
  };
};

export const applySaveMedcustom: Apply<typeof saveMedcustom> = (_state, _rows, { answer }) => stepsOf(answer);

export const applyReportDose: Apply<typeof reportDose> = (state, { day, dose, step, stay }, entry) => {
  if (entry.answer) return stepsOf(entry.answer);
  const { prescriptions, doseReports, schedule, adminActing } = state;
  const before = reportInForce(doseReports, day);
  const isSame = before?.day === day && before.dose === dose && before.kind !== 'assumed';
  if (schedule === null || (isSame && (!stay || before.stay?.until === stay.until))) return {};
  const reports = [
    ...(doseReports ?? []),
    {
      day,
      dose,
      ...countsFor(prescriptions, doseReports, { day, dose, step }),
      reportedAt: before && before.reportedAt > entry.createdAt ? before.reportedAt : entry.createdAt,
      reportedBy: adminActing ? ('team' as const) : ('participant' as const),
      schedule,
      ...(stay && { stay }),
    },
  ];
  const today = localDate(new Date(entry.createdAt), entry.timeZone);
  return { doseReports: reports, prescriptions: presentedPlan(prescriptions, reports, today) };
};

export const applySaveStrengths: Apply<typeof saveStrengths> = (_state, { strengths }) => ({ strengths });

export const applyPrepareStep: Apply<typeof prepareStep> = ({ prescriptions }, { step, ...said }) => ({
  prescriptions: prescriptions.map((row) => (row.id === step ? { ...row, ...said } : row)),
});

/** Nothing of the participant's data changes: it waits in the team's list. */
export const applyAskAboutDose: Apply<typeof askAboutDose> = () => ({});
