import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { findPrescriptions } from '../../domain/plan/prescriptions.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

const PAST = 'Taken before the plan was changed';

/** The steps of the participant's plan, and those taken before it was changed. */
export const planSection: ParticipantSection = async ({ request: { op }, participant }) => {
  const steps = await findPrescriptions(op.db, participant.id);
  if (steps.length === 0) return stack('plan', 'Plan', html`<p>No plan yet.</p>`);
  const scheduleId = participant.scheduleId ?? null;
  const schedule = op.content.schedules.find(({ id }) => id === scheduleId);
  const rows = steps.map(({ date, dose, days, note }) => [
    formatDate(date),
    doseText(dose, scheduleId),
    daysText(days),
    note,
  ]);
  const past = participant.pastSteps.map((step) => [
    formatDate(step.date),
    doseText(step.dose, step.schedule),
  ]);
  return stack(
    'plan',
    'Plan',
    html`${table('Steps of the plan', ['From', 'Dose a day', 'For', 'Note'], rows, schedule?.text ?? 'Steps')}
${past.length > 0 && table(PAST, ['From', 'Dose a day'], past, PAST)}`,
  );
};

/** The last step has no end. */
const daysText = (days: number): string => (days === 0 ? 'Last step' : days === 1 ? '1 day' : `${days} days`);
