import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
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
  if (status === 'waiting') {
    return (
      <p className="soft small">
        Planned. Next step: {amount} a day. It waits, without a day, until your team sets one with you.
      </p>
    );
  }
  if (status === 'due') {
    return (
      <p className="soft small">
        Planned: {amount} a day since {formatDate(plannedFrom)}. It is not taken until you say so.
      </p>
    );
  }
  return (
    <p className="soft small">
      Planned. Next step: {amount} a day on {formatDate(date)}, {days === 1 ? 'tomorrow' : `in ${days} days`},
      if you and your doctor agree.
    </p>
  );
}
