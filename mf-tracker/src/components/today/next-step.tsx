import { daysBetween, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { NextDose } from '@stepwise/shared-contracts/plan/next-dose';

interface NextStepProps {
  next: NextDose;
  /** Its dose in words. */
  amount: string;
  today: string;
}

/** What is planned after the dose in force. Nothing of it counts as taken. */
export function NextStep({ next: { day, status }, amount, today }: NextStepProps) {
  const texts = useParticipant((state) => state.doseCard);
  const days = day ? daysBetween(today, day) : 0;
  const text =
    texts &&
    fillIn(texts[status], {
      dose: amount,
      date: day ? formatDate(day) : '',
      // It is announced in a card of its own from a week before.
      when: `in ${days} days`,
    });
  return <p className="soft small">{text}</p>;
}
