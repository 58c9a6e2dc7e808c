import type { CheckUpAnswers, CheckUpField } from '@stepwise/shared-contracts/entities/check-up-fields';
import type { Activity, Category, Symptom } from '@stepwise/shared-contracts/entities/tracker';

/**
 * The pages of a check-up. Sections 0 to 2 ask about sleep, mood and activity; an answer may open its list: what was
 * noticed after No, what was done after an active day. Section 3 is the summary (specification, section 4).
 */
export const STEPS = [
  'sleep',
  'sleep-signs',
  'mood',
  'mood-signs',
  'activity',
  'activity-signs',
  'activities',
  'summary',
] as const;
export type Step = (typeof STEPS)[number];

/** Which of the person's days a check-up is of. */
export type CheckUpDay = 'today' | 'yesterday';

/** The participant's own lists, which a check-up chooses from. */
export interface TrackerLists {
  symptoms: readonly Symptom[];
  activities: readonly Activity[];
}

type Unanswered = { [F in CheckUpField]: CheckUpAnswers[F] | null };

/** The answers so far: null where not given yet; ids of the symptoms and activities chosen. */
export interface Answers extends Unanswered {
  symptoms: readonly number[];
  activities: readonly number[];
}

export const NO_ANSWERS: Answers = { sleep: null, mood: null, active: null, symptoms: [], activities: [] };

export const CATEGORY_OF = {
  sleep: 'sleep',
  'sleep-signs': 'sleep',
  mood: 'mood',
  'mood-signs': 'mood',
  activity: 'active',
  'activity-signs': 'active',
  activities: 'active',
} as const satisfies Record<Exclude<Step, 'summary'>, Category>;

/** The section a step belongs to, 0 to 3. */
export const sectionOf = (step: Step): number =>
  step === 'summary' ? 3 : ['sleep', 'mood', 'active'].indexOf(CATEGORY_OF[step]);

const AFTER_ANSWER: Record<Category, { yes: Step; no: Step }> = {
  sleep: { yes: 'mood', no: 'sleep-signs' },
  mood: { yes: 'activity', no: 'mood-signs' },
  active: { yes: 'activities', no: 'activity-signs' },
};

export const stepAfterAnswer = (category: Category, yes: boolean): Step =>
  AFTER_ANSWER[category][yes ? 'yes' : 'no'];

export type ListStep = 'sleep-signs' | 'mood-signs' | 'activity-signs' | 'activities';

export const STEP_AFTER_LIST: Record<ListStep, Step> = {
  'sleep-signs': 'mood',
  'mood-signs': 'activity',
  'activity-signs': 'summary',
  activities: 'summary',
};

/** Takes an answer. What was chosen from a list that the answer closes goes with it. */
export function answer(
  answers: Answers,
  category: Category,
  yes: boolean,
  symptoms: readonly Symptom[],
): Answers {
  const ofCategory = new Set(symptoms.filter((symptom) => symptom.category === category).map(({ id }) => id));
  return {
    ...answers,
    [category]: yes,
    symptoms: yes ? answers.symptoms.filter((id) => !ofCategory.has(id)) : answers.symptoms,
    activities: category === 'active' && !yes ? [] : answers.activities,
  };
}

export const toggle = (ids: readonly number[], id: number, ticked: boolean): number[] =>
  ticked ? [...ids.filter((other) => other !== id), id] : ids.filter((other) => other !== id);

/** Whether the answers so far reach a step: a reload, or Back after saving, may ask for one they do not. */
export function canOpen(step: Step, { sleep, mood, active }: Answers): boolean {
  switch (step) {
    case 'sleep':
      return true;
    case 'sleep-signs':
      return sleep === false;
    case 'mood':
      return sleep !== null;
    case 'mood-signs':
      return sleep !== null && mood === false;
    case 'activity':
      return sleep !== null && mood !== null;
    case 'activity-signs':
      return sleep !== null && mood !== null && active === false;
    case 'activities':
      return sleep !== null && mood !== null && active === true;
    case 'summary':
      return sleep !== null && mood !== null && active !== null;
  }
}
