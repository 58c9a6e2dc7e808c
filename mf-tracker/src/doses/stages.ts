import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { Prescription } from '@stepwise/shared-contracts/entities/plan';

/** One dated step of the plan with its end: from `date` up to, without, `until` (null on the last). */
export interface Stage extends Prescription {
  until: string | null;
}

/** The steps in the order of their dates. A step lasts until the next begins, whatever its days say. */
export function stagesOf(prescriptions: readonly Prescription[]): Stage[] {
  const sorted = [...prescriptions].sort((a, b) => (a.date < b.date ? -1 : 1));
  return sorted.map((step, index) => ({ ...step, until: sorted[index + 1]?.date ?? null }));
}

/** The step in force on a day (`YYYY-MM-DD`), or undefined before the first. */
export const stageOn = (stages: readonly Stage[], date: string): Stage | undefined =>
  stages.findLast((stage) => stage.date <= date);

/** Where a day stands in the plan: its step, which day of it, the step after, and how many days away that is. */
export interface DoseDay {
  stage: Stage | undefined;
  /** From 1. */
  day: number;
  next: Stage | undefined;
  daysToNext: number;
}

export function doseDay(stages: readonly Stage[], date: string): DoseDay {
  const stage = stageOn(stages, date);
  const next = stages.find((later) => later.date > date);
  return {
    stage,
    day: stage ? daysBetween(stage.date, date) + 1 : 0,
    next,
    daysToNext: next ? daysBetween(date, next.date) : 0,
  };
}

/** `Day 12 of 28`; without the second number where the step has no planned end or has outlasted it. */
export function dayOfStage({ stage, day }: DoseDay): string {
  if (!stage) return '';
  const planned = stage.until === null ? stage.days : daysBetween(stage.date, stage.until);
  return planned >= day ? `Day ${day} of ${planned}` : `Day ${day}`;
}

/** The last day of the plan that is worth drawing: two weeks into its last step. */
export const lastPlannedDay = (stages: readonly Stage[]): string | undefined => {
  const last = stages.at(-1);
  return last && addDays(last.date, 14);
};
