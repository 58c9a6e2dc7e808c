import type { TrialContent } from './content.ts';
import { addDays, addMonths, dayIn, wallClock } from './local-time.ts';

export interface FollowUpFacts {
  randomisedAt: number;
  /** The day of the trial's clock on which a follow-up was reported as done, by its months. */
  done: ReadonlyMap<number, string>;
  /** The reminders that were sent, by months: days after the day that is due. */
  sent: ReadonlyMap<number, readonly number[]>;
  /** The day on which the person wanted no more contact. */
  stoppedOn: string | null;
}

export interface FollowUpTruth {
  months: number;
  opensOn: string;
  dueOn: string;
  closesOn: string;
  state: 'planned' | 'due' | 'reminded' | 'done' | 'late' | 'missed' | 'not-applicable';
}

type FollowUpDays = Omit<FollowUpTruth, 'state'>;

/** Asked for in every hour of everyone: worked out once. */
const daysKnown = new WeakMap<TrialContent, Map<number, FollowUpDays[]>>();

function followUpDays(content: TrialContent, randomisedAt: number): FollowUpDays[] {
  const known = daysKnown.get(content) ?? new Map<number, FollowUpDays[]>();
  daysKnown.set(content, known);
  const { followUps, timeZone } = content;
  const days =
    known.get(randomisedAt) ??
    followUps.months.map((months) => {
      const dueOn = addMonths(dayIn(randomisedAt, timeZone), months);
      const opensOn = addDays(dueOn, -followUps.window.before);
      return { months, opensOn, dueOn, closesOn: addDays(dueOn, followUps.window.after) };
    });
  known.set(randomisedAt, days);
  return days;
}

interface Turn {
  /** The trial's day from which on a follow-up stands so. */
  on: string;
  state: FollowUpTruth['state'];
}

/** How a follow-up that is not done turns, in the order of its days. */
function turnsOf({ opensOn, closesOn }: FollowUpDays, isReminded: boolean): Turn[] {
  return [
    { on: '', state: 'planned' },
    { on: opensOn, state: isReminded ? 'reminded' : 'due' },
    { on: addDays(closesOn, 1), state: 'missed' },
  ];
}

/** Each follow-up as it stands, by the trial's clock. What is done stays done; contact that ended in time leaves none open. */
export function followUpsAt(content: TrialContent, facts: FollowUpFacts, now: number): FollowUpTruth[] {
  const today = dayIn(now, content.timeZone);
  return followUpDays(content, facts.randomisedAt).map((days) => {
    const { months, closesOn } = days;
    const doneOn = facts.done.get(months);
    const isReminded = (facts.sent.get(months) ?? []).length > 0;
    const turned = turnsOf(days, isReminded).findLast(({ on }) => on <= today);
    let state = turned?.state ?? 'planned';
    if (facts.stoppedOn !== null && facts.stoppedOn <= closesOn) state = 'not-applicable';
    if (doneOn !== undefined) state = doneOn > closesOn ? 'late' : 'done';
    return { ...days, state };
  });
}

/** The reminders that are due in this hour: of each follow-up that is asked for, the newest one that was not sent. */
export function followUpRemindersDue(content: TrialContent, facts: FollowUpFacts, now: number) {
  const clock = wallClock(now, content.timeZone);
  const { days, hour } = content.followUps.reminders;
  return followUpsAt(content, facts, now).flatMap(({ months, dueOn, state }) => {
    if (state !== 'due' && state !== 'reminded') return [];
    const newest = days.filter((day) => {
      const on = addDays(dueOn, day);
      return on < clock.day || (on === clock.day && clock.hour >= hour);
    });
    const day = newest.at(-1);
    const isSent = facts.sent.get(months)?.some((sent) => day !== undefined && sent >= day);
    return day === undefined || isSent ? [] : [{ months, day }];
  });
}
