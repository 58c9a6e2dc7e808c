import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { CourseStep } from '@stepwise/shared-contracts/plan/plan-course';

interface NextStepProps {
  next: CourseStep;
  /** Its dose in words. */
  amount: string;
  /** Until its date. */
  days: number;
}

/** What is planned after the dose in force. Nothing of it counts as taken. */
export function NextStep({ next: { status, date, plannedFrom }, amount, days }: NextStepProps) {
  const texts = useParticipant((state) => state.doseCard);
  const text = texts?.[status === 'due' || status === 'waiting' ? status : 'planned'];
  const values = {
    dose: amount,
    date: formatDate(status === 'due' ? plannedFrom : date),
    when: days === 1 ? 'tomorrow' : `in ${days} days`,
  };
  return (
    <p className="soft small">Planned. {(text && fillIn(text, values)) ?? `Next step: ${amount} a day.`}</p>
  );
}
