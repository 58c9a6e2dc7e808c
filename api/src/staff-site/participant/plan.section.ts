import { strengthsInWords } from '@stepwise/shared-contracts/course/course-sheet';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { doseHistory } from '@stepwise/shared-contracts/plan/dose-reports';
import { stepDay } from '@stepwise/shared-contracts/plan/next-dose';
import { planRejection } from '@stepwise/shared-contracts/plan/plan-state';
import { type PlanStep, planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { findDoseReports } from '../../domain/care/plan/dose-reports.ts';
import { findPlanState } from '../../domain/care/plan/plan-state.ts';
import { findPrescriptions, planOf } from '../../domain/care/plan/prescriptions.ts';
import { findOwnDay } from '../../domain/care/tracker/find-time-zone.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { errorSummary, field } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

const REPORTED = 'Doses reported';

/** The steps of the participant's plan with how far they were taken, and each change of dose with who reported it. */
export const planSection: ParticipantSection = async ({
  request: { op: given, session, staff, viewer },
  participant,
  rejected: { stepDay: rejected },
}) => {
  const op = { ...given, today: await findOwnDay(given, participant.id) };
  const plan = planOf(await findPrescriptions(op.db, participant.id));
  if (plan.length === 0) return stack('plan', 'Plan', html`<p>No plan yet.</p>`);
  const reports = await findDoseReports(op.db, participant.id);
  const scheduleId = participant.scheduleId ?? null;
  const schedule = op.content.schedules.find(({ id }) => id === scheduleId);
  const medicine = op.content.medicines.find(({ id }) => id === schedule?.medication);
  const steps = planSteps(plan, reports, op.today);
  const waiting = steps.find(({ status }) => status === 'waiting');
  const rows = steps.map((step) => [
    fromText(steps, step),
    doseText(step.dose, scheduleId, op.content.schedules),
    daysText(step.days),
    isAssumed(step, reports) ? 'Assumed, not reported' : STATUS_TEXT[step.status],
    step.prepare ? (step.prepared ? 'Yes' : 'Not said yet') : 'Nothing to prepare',
    viewer.names ? step.note : '',
  ]);
  const reported = doseHistory(reports).map((report) => [
    formatDate(report.day),
    doseText(report.dose, report.schedule, op.content.schedules),
    reporterText(report),
  ]);
  const maySetDay =
    hasRight(staff, 'act') &&
    planRejection('setStepDay', await findPlanState(op, participant), 'team') === null;
  return stack(
    'plan',
    'Plan',
    html`${
      waiting &&
      maySetDay &&
      html`<form class="card pages-form" method="post" action="${participantPath(participant.id)}/step-day">
<h3>A new day for ${doseText(waiting.dose, scheduleId, op.content.schedules)}</h3>
<p>The participant went back up, and this step waits. It is due on no day until you set one. The later steps move along.</p>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${field(
  {
    name: 'day',
    label: 'Day of the step',
    hint: 'As agreed with the participant and their doctor or nurse.',
    rejected,
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="date" required min="${op.today}" value="${rejected?.values.day ?? ''}">`,
)}
<button class="button">Set the day</button>
</form>`
    }
<p>Strengths at home: ${strengthsInWords(medicine?.forms ?? [], participant.strengths)}</p>
${table('Steps of the plan', ['From', 'Dose a day', 'For', 'State', 'Prepared', 'Note'], rows, schedule?.text ?? 'Steps')}
${reported.length > 0 && table(REPORTED, ['From', 'Dose a day', 'Reported by'], reported, REPORTED)}`,
  );
};

function fromText(steps: readonly PlanStep[], step: PlanStep): string {
  const day = stepDay(steps, step);
  if (day) return formatDate(day);
  return step.status === 'waiting' ? 'Waits: no day yet' : 'No day yet';
}

/** The last step has no end. */
const daysText = (days: number): string => (days === 0 ? 'Last step' : days === 1 ? '1 day' : `${days} days`);

const STATUS_TEXT: Record<PlanStep['status'], string> = {
  taken: 'Taken',
  due: 'Due, not reported',
  waiting: 'Waits for a new day',
  planned: 'Planned',
  passed: 'Passed, not taken',
};

const isAssumed = ({ id, status, current }: PlanStep, reports: readonly DoseReport[]): boolean =>
  status === 'taken' && !current && !reports.some(({ step, kind }) => step === id && kind !== 'assumed');

const reporterText = ({ reportedBy, kind }: DoseReport): string => {
  if (reportedBy === null) return 'Not reported: assumed from the plan’s dates';
  const who = reportedBy === 'team' ? 'The team' : 'The participant';
  return kind === 'starting' ? `${who}, in the setup` : who;
};
