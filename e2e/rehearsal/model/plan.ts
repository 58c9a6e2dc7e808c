import { addDays, daysBetween } from './local-time.ts';

/** The dose in mg a day and its number of days; 0 days on the last. */
export interface Step {
  dose: number;
  days: number;
  /** What is said while it is taken. */
  note: string;
}

/** What was acknowledged about a plan, in the order in which it happened. Days are the person's own, `at` an instant. */
export type PlanEvent = { at: number; day: string } & (
  | { kind: 'saved'; steps: readonly Step[] }
  | { kind: 'started' }
  | { kind: 'reported'; dose: number }
  | { kind: 'changed'; steps: readonly Step[]; isOtherSchedule: boolean }
  | { kind: 'step-day' }
);

export interface PlanTruth {
  dose: number;
  taken: { day: string; dose: number }[];
  ahead: ({ day: string } & Step)[];
  /** Each step, those taken with their day and how long they lasted, those ahead from the day on which the next is due. */
  rows: { day: string; dose: number; days: number }[];
  state: 'chosen' | 'step-planned' | 'step-due' | 'step-waiting' | 'last-step-taken';
  /** The day on which the next step is due, where one is. */
  due: string | null;
}

/**
 * Which dose is taken, and how the steps ahead stand on a day. A step is taken when it is reported, never by its date; one
 * taken late moves those after it; a higher dose makes the next step wait until the team gives it a day. From its day on,
 * a step that is not taken stands on tomorrow.
 */
export function planOn(events: readonly PlanEvent[], today: string): PlanTruth | null {
  let plan: readonly Step[] = [];
  let [at, waits, isStarted] = [0, false, false];
  /** When each step up to the present one began. */
  let began: string[] = [];
  let taken: { day: string; dose: number }[] = [];
  for (const event of events) {
    const dose = taken.at(-1)?.dose;
    if (event.kind === 'saved') {
      [plan, at, began, waits] = [event.steps, 0, [event.day], false];
      taken = [{ day: event.day, dose: event.steps[0]?.dose ?? 0 }];
    } else if (event.kind === 'started') {
      if (!isStarted && event.day > (began[0] ?? '')) began = [event.day];
      isStarted = true;
    } else if (event.kind === 'changed') [plan, at, began, waits] = [event.steps, 0, [event.day], false];
    else if (event.kind === 'step-day') {
      const ahead = plan.slice(at + 1);
      // A dose in force that is no step of the plan becomes one.
      if (dose !== plan[at]?.dose) began[++at] = taken.at(-1)?.day ?? event.day;
      const days = daysBetween(began[at] ?? event.day, event.day);
      const present = { dose: dose ?? 0, days, note: plan[at]?.note ?? '' };
      plan = [...plan.slice(0, at), present, ...ahead];
      waits = false;
    } else if (event.dose !== dose) {
      taken.push({ day: event.day, dose: event.dose });
      if (event.dose === plan[at + 1]?.dose) {
        [at, waits] = [at + 1, false];
        began[at] = event.day;
      } else if (event.dose > (plan[at]?.dose ?? 0)) {
        at = Math.max(
          plan.findLastIndex((step) => step.dose >= event.dose),
          0,
        );
        waits = true;
      }
    }
  }
  const last = taken.at(-1);
  if (!last) return null;
  const due = addDays(began[at] ?? '', plan[at]?.days ?? 0);
  const isLast = at >= plan.length - 1;
  const isDue = !waits && !isLast && due <= today;
  let day = due <= today ? addDays(today, 1) : due;
  const ahead = plan.slice(at + 1).map((step) => {
    const planned = { day, ...step };
    day = addDays(day, step.days);
    return planned;
  });
  const state = !isStarted
    ? 'chosen'
    : isLast
      ? 'last-step-taken'
      : waits
        ? 'step-waiting'
        : isDue
          ? 'step-due'
          : 'step-planned';
  let next = due;
  const rows = plan.map(({ dose, days }, index) => {
    if (index < at)
      return { day: began[index] ?? '', dose, days: daysBetween(began[index] ?? '', began[index + 1] ?? '') };
    if (index === at) return { day: began[at] ?? '', dose, days };
    const row = { day: next, dose, days };
    next = addDays(next, days);
    return row;
  });
  return { dose: last.dose, taken, ahead, rows, state, due: waits || isLast ? null : due };
}
