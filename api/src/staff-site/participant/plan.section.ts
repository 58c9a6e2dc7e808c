import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { doseHistory } from '@stepwise/shared-contracts/plan/dose-reports';
import { type CourseStep, planCourse } from '@stepwise/shared-contracts/plan/plan-course';
import { findDoseReports } from '../../domain/plan/dose-reports.ts';
import { findPrescriptions, planOf } from '../../domain/plan/prescriptions.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

const REPORTED = 'Doses reported';

/** The steps of the participant's plan with how far they were taken, and each change of dose with who reported it. */
export const planSection: ParticipantSection = async ({ request: { op }, participant }) => {
  const plan = planOf(await findPrescriptions(op.db, participant.id));
  if (plan.length === 0) return stack('plan', 'Plan', html`<p>No plan yet.</p>`);
  const reports = await findDoseReports(op.db, participant.id);
  const scheduleId = participant.scheduleId ?? null;
  const schedule = op.content.schedules.find(({ id }) => id === scheduleId);
  const rows = planCourse(plan, reports, op.today).map((step) => [
    formatDate(step.status === 'taken' ? step.date : step.plannedFrom),
    doseText(step.dose, scheduleId),
    daysText(step.days),
    isAssumed(step, reports) ? 'Assumed, not reported' : STATUS_TEXT[step.status],
    step.note,
  ]);
  const reported = doseHistory(reports).map((report) => [
    formatDate(report.day),
    doseText(report.dose, report.schedule),
    reporterText(report),
  ]);
  return stack(
    'plan',
    'Plan',
    html`${table('Steps of the plan', ['From', 'Dose a day', 'For', 'State', 'Note'], rows, schedule?.text ?? 'Steps')}
${reported.length > 0 && table(REPORTED, ['From', 'Dose a day', 'Reported by'], reported, REPORTED)}`,
  );
};

/** The last step has no end. */
const daysText = (days: number): string => (days === 0 ? 'Last step' : days === 1 ? '1 day' : `${days} days`);

const STATUS_TEXT: Record<CourseStep['status'], string> = {
  taken: 'Taken',
  due: 'Due, not reported',
  waiting: 'Waits for a new day',
  planned: 'Planned',
  passed: 'Passed, not taken',
};

const isAssumed = ({ id, status, current }: CourseStep, reports: readonly DoseReport[]): boolean =>
  status === 'taken' && !current && !reports.some(({ step, kind }) => step === id && kind !== 'assumed');

const reporterText = ({ reportedBy, kind }: DoseReport): string => {
  if (reportedBy === null) return 'Not reported: assumed from the plan’s dates';
  const who = reportedBy === 'team' ? 'The team' : 'The participant';
  return kind === 'starting' ? `${who}, in the setup` : who;
};
