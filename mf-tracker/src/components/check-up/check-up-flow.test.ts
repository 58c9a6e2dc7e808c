import { expect, test } from '@jest/globals';
import { buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { fc } from '@stepwise/tooling/testing/properties';
import {
  answer,
  CATEGORY_OF,
  canOpen,
  type ListStep,
  NO_ANSWERS,
  STEP_AFTER_LIST,
  STEPS,
  type Step,
  sectionOf,
  stepAfterAnswer,
  toggle,
} from './check-up-flow.ts';

const symptoms = [
  buildSymptom({ id: 1, category: 'sleep' }),
  buildSymptom({ id: 2, category: 'mood' }),
  buildSymptom({ id: 3, category: 'active' }),
];

test('Yes moves on, No opens the list of its category, an active day opens the activities', () => {
  expect(stepAfterAnswer('sleep', true)).toBe('mood');
  expect(stepAfterAnswer('sleep', false)).toBe('sleep-signs');
  expect(stepAfterAnswer('mood', true)).toBe('activity');
  expect(stepAfterAnswer('mood', false)).toBe('mood-signs');
  expect(stepAfterAnswer('active', true)).toBe('activities');
  expect(stepAfterAnswer('active', false)).toBe('activity-signs');
});

test('sections run from 0 sleep to 3 done', () => {
  expect(STEPS.map(sectionOf)).toEqual([0, 0, 1, 1, 2, 2, 2, 3]);
});

test('a changed answer takes back what its list had', () => {
  const bad = { sleep: false, mood: false, active: true, symptoms: [1, 2], activities: [9] };
  expect(answer(bad, 'sleep', true, symptoms)).toMatchObject({ sleep: true, symptoms: [2], activities: [9] });
  expect(answer(bad, 'mood', false, symptoms)).toEqual(bad);
  expect(answer(bad, 'active', false, symptoms)).toMatchObject({ symptoms: [1, 2], activities: [] });
});

test('a choice toggled twice is as it was, and never counted twice', () => {
  expect(toggle(toggle([4], 5, true), 5, false)).toEqual([4]);
  expect(toggle([4], 4, true)).toEqual([4]);
});

test('whatever a person answers, the next page may be opened and the summary comes after at most six pages', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (choices) => {
      let answers = NO_ANSWERS;
      let step: Step = 'sleep';
      let pages = 0;
      const left = [...choices];
      while (step !== 'summary') {
        expect(canOpen(step, answers)).toBe(true);
        expect(canOpen('summary', answers) && step !== 'activity').toBe(
          sectionOf(step) === 2 && step !== 'activity',
        );
        if (step in STEP_AFTER_LIST) step = STEP_AFTER_LIST[step as ListStep];
        else {
          const category = CATEGORY_OF[step];
          const yes = left.shift() ?? true;
          answers = answer(answers, category, yes, symptoms);
          step = stepAfterAnswer(category, yes);
        }
        pages += 1;
      }
      expect(pages).toBeLessThanOrEqual(6);
      expect(canOpen('summary', answers)).toBe(true);
    }),
  );
});

test.each([
  [{}, ['sleep']],
  [{ sleep: true }, ['sleep', 'mood']],
  [{ sleep: false }, ['sleep', 'sleep-signs', 'mood']],
  [{ sleep: true, mood: true }, ['sleep', 'mood', 'activity']],
  [{ sleep: true, mood: false }, ['sleep', 'mood', 'mood-signs', 'activity']],
  [{ sleep: true, mood: true, active: true }, ['sleep', 'mood', 'activity', 'activities', 'summary']],
  [{ sleep: true, mood: true, active: false }, ['sleep', 'mood', 'activity', 'activity-signs', 'summary']],
  // Of a draft whose first answers are missing.
  [{ mood: false, active: true }, ['sleep']],
  [{ sleep: true, active: false }, ['sleep', 'mood']],
])('with the answers %o these pages open: %j', (given, pages) => {
  expect(STEPS.filter((step) => canOpen(step, { ...NO_ANSWERS, ...given }))).toEqual(pages);
});
