import { addDays, daysBetween } from '../dates/plain-date.ts';
import type { DoseReport, Prescription } from '../entities/plan.ts';
import type { User } from '../entities/user.ts';
import { reportOfEachDay } from './dose-reports.ts';

type Reports = readonly DoseReport[] | undefined;

/**
 * A step of the plan as it stands on a day. `date`: the day it was taken, or the day it is planned for.
 * - `taken`: a person reported it.
 * - `due`: its planned day has come and it was not reported. It is presented with the person's tomorrow as its `date`.
 * - `waiting`: the person went back up from it, or stays on the dose until they say. It has no due day until they or the
 *   team give one; its `date` is the day it was planned for, and tomorrow from that day on.
 * - `planned`: it comes later.
 * - `passed`: a lower dose was reported before it was taken, so it is not taken any more.
 */
export interface PlanStep extends Prescription {
  status: 'taken' | 'due' | 'waiting' | 'planned' | 'passed';
  /** The day it was planned for, once the steps before it were taken as they were. */
  plannedFrom: string;
}

const plannedDay = ({ planned, date }: Prescription): string => planned ?? date;

/** Where a plan stands after what was reported; `reached` is the index of the last step reached, or -1. */
interface Position {
  reached: number;
  /** The day on which the step reached began. */
  since: string;
  /** Why the next step has no day. */
  waits: 'back' | 'stays' | null;
  /** The day until which the person stays on the dose. */
  stayUntil: string | null;
  takenOn: ReadonlyMap<number, string>;
}

/** Replays the reports over the plan as it was saved; each report names the step of this plan that its dose counts for. */
function positionIn(plan: readonly Prescription[], reports: Reports): Position {
  let reached = plan.findLastIndex(({ current }) => current);
  const takenOn = new Map(plan.slice(0, reached + 1).map((row, index) => [index, plannedDay(row)]));
  let since = takenOn.get(reached) ?? '';
  let waits: Position['waits'] = null;
  let stayUntil: string | null = null;
  let wasAssumed = false;
  let last: number | null = null;
  for (const { day, dose, step, kind, stay } of reportOfEachDay(reports)) {
    if (kind === 'starting') continue;
    const index = step === null ? -1 : plan.findIndex(({ id }) => id === step);
    const row = plan[index];
    if (!row) continue;
    const isBack = index < reached || dose > row.dose;
    const isSame = index === reached && dose === last;
    if (!isSame) stayUntil = null;
    if (index > reached) {
      waits = null;
      since = day;
      if (dose === row.dose) takenOn.set(index, day);
    } else if (index < reached) {
      for (const later of [...takenOn.keys()]) if (later > index) takenOn.delete(later);
      since = takenOn.get(index) ?? day;
    }
    if (isBack && !wasAssumed && !isSame) waits = 'back';
    if (stay) [waits, stayUntil] = [stay.until === null ? 'stays' : null, stay.until];
    wasAssumed = kind === 'assumed';
    last = dose;
    reached = index;
  }
  return { reached, since, waits, stayUntil, takenOn };
}

/**
 * The plan (as saved, in order) on a day: the steps taken with the day of each, then those not taken. A step taken later
 * or earlier than planned moves the ones after it by as much; each keeps its number of days.
 */
export function planSteps(plan: readonly Prescription[], reports: Reports, today: string): PlanStep[] {
  const { reached, since, waits, stayUntil, takenOn } = positionIn(plan, reports);
  const last = plan[reached];
  const next = plan[reached + 1];
  const moved = last ? daysBetween(plannedDay(last), since) : 0;
  const stays = next && stayUntil ? Math.max(daysBetween(addDays(plannedDay(next), moved), stayUntil), 0) : 0;
  const dayOf = (row: Prescription) => addDays(plannedDay(row), moved + stays);
  const tomorrow = addDays(today, 1);
  const isHeld = next !== undefined && (waits !== null || dayOf(next) <= today);
  const held = isHeld ? Math.max(daysBetween(dayOf(next), tomorrow), 0) : 0;
  return plan.map((row, index): PlanStep => {
    const base = { ...row, planned: plannedDay(row) };
    const day = takenOn.get(index);
    if (day) return { ...base, date: day, status: 'taken', plannedFrom: base.planned };
    if (index <= reached) {
      const date = base.planned > today ? base.planned : tomorrow;
      return { ...base, date, status: 'passed', plannedFrom: base.planned };
    }
    const status = index > reached + 1 || !isHeld ? 'planned' : waits ? 'waiting' : 'due';
    return { ...base, date: addDays(dayOf(row), held), status, plannedFrom: dayOf(row) };
  });
}

/** Where the person stands beside the next step: they went back up from it, or stay on the dose; null otherwise. */
export function standsStill(
  plan: readonly Prescription[],
  reports: Reports,
  today: string,
): { why: 'back' } | { why: 'stays'; until: string | null } | null {
  const { waits, stayUntil } = positionIn(plan, reports);
  if (waits === 'back') return { why: 'back' };
  if (waits === 'stays') return { why: 'stays', until: null };
  return stayUntil && stayUntil > today ? { why: 'stays', until: stayUntil } : null;
}

/** Whether the plan goes on no more: the participant left it, or withdrew their consent. */
export const hasLeftPlan = ({ leftplan, consentAgree }: Pick<User, 'leftplan' | 'consentAgree'>): boolean =>
  leftplan === true || !consentAgree;

/** The steps taken, and those passed: no step that is ahead. */
export function withoutStepsAhead(
  plan: readonly Prescription[],
  reports: Reports,
  today: string,
): Prescription[] {
  const steps = planSteps(plan, reports, today);
  return plan.filter((_, index) => ['taken', 'passed'].includes(steps[index]?.status ?? ''));
}

/** The plan as `prescriptions` presents it: no step without a report has a `date` that has come. */
export const presentedPlan = (
  plan: readonly Prescription[],
  reports: Reports,
  today: string,
): Prescription[] =>
  planSteps(plan, reports, today).map(({ status: _status, plannedFrom: _day, ...row }) => row);

/** What a reported dose counts for: the step of the plan reached with it, and whether it is the dose of that step. */
export interface CountsFor {
  step: number | null;
  kind: 'step' | 'other';
}

/**
 * What a dose (mg a day) counts for on a day, by the reports of the days before: `step`, where it is named and comes
 * next; the present step for the dose in force again; an earlier step for a higher dose; a later one for a dose so low
 * that steps are passed.
 */
export function countsFor(
  plan: readonly Prescription[],
  reports: Reports,
  { day, dose, step }: { day: string; dose: number; step: number | null },
): CountsFor {
  const { reached } = positionIn(
    plan,
    reports?.filter((report) => report.day < day),
  );
  const doseAt = (index: number) => plan[index]?.dose ?? 0;
  const at = (index: number): CountsFor => ({
    step: plan[index]?.id ?? null,
    kind: plan[index]?.dose === dose ? 'step' : 'other',
  });
  const next = plan[reached + 1];
  if (next?.dose === dose && (next.id === step || doseAt(reached) !== dose)) return at(reached + 1);
  let index = reached;
  if (index < 0) return { step: null, kind: 'other' };
  while (index > 0 && doseAt(index) < dose) index -= 1;
  for (let lower = plan[index + 1]; lower; lower = plan[index + 1]) {
    if (lower.dose >= doseAt(index) || lower.dose < dose) break;
    index += 1;
  }
  return at(index);
}

/** The plan, moved so that it begins on the day of the first daily record where that comes later. */
export function startedPlan(plan: readonly Prescription[], firstRecord: string): Prescription[] {
  const moved = plan[0] ? daysBetween(plannedDay(plan[0]), firstRecord) : 0;
  if (moved <= 0) return [...plan];
  return plan.map((row) => ({
    ...row,
    date: addDays(row.date, moved),
    planned: addDays(plannedDay(row), moved),
  }));
}
