import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { FollowUpState } from '@stepwise/shared-contracts/entities/follow-up';
import type { Content } from '../../core/content/load-content.ts';

export interface FollowUpDays {
  opensOn: string;
  dueOn: string;
  closesOn: string;
}

/** The days (YYYY-MM-DD) of the follow-up, a number of months after a day; in a shorter month the last day. */
export function followUpDays(
  { window }: Pick<Content['followUps'], 'window'>,
  randomisedOn: string,
  months: number,
): FollowUpDays {
  const dueOn = addMonths(randomisedOn, months);
  return { opensOn: addDays(dueOn, -window.before), dueOn, closesOn: addDays(dueOn, window.after) };
}

function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export interface FollowUpFacts {
  /** The day on which it was done, or null. */
  doneOn: string | null;
  isReminded: boolean;
  /** The day on which the participant stopped the follow-up, or the team closed it; null where it goes on. */
  stoppedOn: string | null;
}

/** How a follow-up stands on a day of the trial's time zone. */
export function followUpState(
  { opensOn, closesOn }: FollowUpDays,
  { doneOn, isReminded, stoppedOn }: FollowUpFacts,
  today: string,
): FollowUpState {
  if (doneOn !== null) return doneOn <= closesOn ? 'done' : 'late';
  if (stoppedOn !== null && stoppedOn <= closesOn) return 'not-applicable';
  if (today < opensOn) return 'planned';
  if (today > closesOn) return 'missed';
  return isReminded ? 'reminded' : 'due';
}
