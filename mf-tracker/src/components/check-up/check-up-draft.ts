import { CHECK_UP_FIELD_NAMES } from '@stepwise/shared-contracts/entities/check-up-fields';
import type { Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { type DraftSelfHarm, selfHarmInDraft } from '@stepwise/shared-contracts/help/help';
import type { Today } from '../../day/today.ts';
import { mostUrgent, type Urgency, urgencyOf } from '../help/urgency.ts';
import { type Answers, NO_ANSWERS, STEPS, type Step } from './check-up-flow.ts';

/** A check-up that was begun and not saved. It is kept on the device until the end of the day. */
export interface Draft extends DraftSelfHarm {
  /** The person's own day on which it was begun. */
  begunOn: string;
  /** The day that it is of: that one or the day before. */
  day: string;
  /** The page that was open last. */
  step: Step;
  answers: Answers;
  /** Of what was chosen earlier that day, and redone or saved since. */
  urgency: Urgency;
}

export const emptyDraft = (today: Today): Draft => ({
  begunOn: today.local,
  day: today.local,
  step: 'sleep',
  answers: NO_ANSWERS,
  urgency: 'none',
});

/** An empty one in the place of `before`, which was redone or saved: what it called for stays known. */
export const draftAfter = (before: Draft, today: Today, symptoms: readonly Symptom[]): Draft => ({
  ...emptyDraft(today),
  urgency: urgencyOfDraft(before, symptoms),
  carriedAt: selfHarmInDraft(before),
});

/** The draft with the instant since which its answers have a tick of self-harm. */
export function withTickedAt(draft: Draft, symptoms: readonly Symptom[], now: Date): Draft {
  const isTicked = symptoms.some(({ id, selfHarm }) => selfHarm && draft.answers.symptoms.includes(id));
  return { ...draft, tickedAt: isTicked ? (draft.tickedAt ?? now.toISOString()) : null };
}

/** A draft begun on the day `since` or later; null where there is none, or another release wrote it otherwise. */
export function readDraft(stored: unknown, since: string): Draft | null {
  const { begunOn, day, step, answers, urgency } = Object(stored) as Partial<Record<keyof Draft, unknown>>;
  const { symptoms, activities, ...given } = Object(answers) as Partial<Record<keyof Answers, unknown>>;
  const isReadable =
    typeof begunOn === 'string' &&
    begunOn >= since &&
    typeof day === 'string' &&
    STEPS.some((each) => each === step) &&
    CHECK_UP_FIELD_NAMES.every((field) => given[field] === null || typeof given[field] === 'boolean') &&
    [symptoms, activities].every((ids) => Array.isArray(ids) && ids.every(Number.isInteger)) &&
    ['none', 'warning', 'crisis'].some((each) => each === urgency);
  return isReadable ? (stored as Draft) : null;
}

/** What everything chosen in it calls for, earlier today as well. */
export const urgencyOfDraft = ({ urgency, answers }: Draft, symptoms: readonly Symptom[]): Urgency =>
  mostUrgent(urgency, urgencyOf(symptoms.filter(({ id }) => answers.symptoms.includes(id))));

export const isBegun = ({ answers }: Draft): boolean => answers.sleep !== null;
