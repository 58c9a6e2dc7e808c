import { addDays, wallClock } from './local-time.ts';

/** The choice of a message a day at an hour (0 to 23) of the person's own clock, from a day of theirs on. */
export interface ReminderChoice {
  hour: number;
  fromDay: string;
}

const UNANSWERED = 4;
const LATE_HOURS = 3;

export function choose(hour: number, now: number, zone: string): ReminderChoice {
  const clock = wallClock(now, zone);
  return { hour, fromDay: clock.hour < hour ? clock.day : addDays(clock.day, 1) };
}

/**
 * The message that is due in this hour: none where the day has a record or had its message; after four without a record a
 * last one, then none until the next record.
 */
export function reminderDue(
  {
    choice,
    sent,
    lastRecorded,
    zone,
  }: {
    choice: ReminderChoice | null;
    /** The own days of the messages so far. */
    sent: readonly string[];
    lastRecorded: string | null;
    zone: string;
  },
  now: number,
): { day: string; kind: 'daily' | 'last' } | null {
  if (!choice) return null;
  const { day, hour } = wallClock(now, zone);
  if (day < choice.fromDay || hour < choice.hour || hour >= choice.hour + LATE_HOURS) return null;
  if (lastRecorded !== null && day <= lastRecorded) return null;
  const unanswered = sent.filter(
    (each) => each >= choice.fromDay && (lastRecorded === null || each > lastRecorded),
  );
  if (unanswered.some((each) => each >= day) || unanswered.length > UNANSWERED) return null;
  return { day, kind: unanswered.length < UNANSWERED ? 'daily' : 'last' };
}

/** No message comes until the next record. */
export const isPaused = (
  choice: ReminderChoice,
  sent: readonly string[],
  lastRecorded: string | null,
): boolean =>
  sent.filter((day) =>
    lastRecorded !== null && lastRecorded >= choice.fromDay ? day > lastRecorded : day >= choice.fromDay,
  ).length > UNANSWERED;
