import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fc } from '@stepwise/tooling/testing/properties';
import { loadContent } from '../../core/content/load-content.ts';
import { scoreSurvey } from './score-survey.ts';

const { survey } = loadContent(join(import.meta.dirname, '../../../../content'));

/** Answers of someone eligible without a single point. */
const BEST = {
  1: 101,
  2: 202,
  3: 302,
  4: 401,
  5: 501,
  6: 601,
  7: 701,
  8: 801,
  9: 901,
  10: 1001,
  11: 1101,
  12: 1201,
  13: 1301,
  14: 1401,
};

const answersOf = (changes: Record<number, number> = {}) =>
  new Map(Object.entries({ ...BEST, ...changes }).map(([id, option]) => [Number(id), option]));

function outcome(changes: Record<number, number> = {}, rules = survey) {
  const scoring = scoreSurvey(rules, answersOf(changes));
  if (!scoring.complete) throw new Error(`unanswered: ${scoring.unanswered}`);
  return scoring.outcome;
}

test('someone with no reason against is eligible, in the low group', () => {
  expect(outcome()).toEqual({ eligible: true, predict: 0, group: 'low' });
});

test.each([
  ['under 18', { 2: 201 }],
  ['over 75', { 2: 203 }],
  ['less than 12 months on the medicine', { 3: 301 }],
  ['a reason other than depression', { 4: 403 }],
  ['unsure of the reason', { 4: 404 }],
  ['another medicine', { 5: 502 }],
  ['more than one medicine', { 5: 503 }],
  ['three episodes', { 6: 603 }],
  ['in hospital for depression', { 7: 702 }],
  ['thoughts of self-harm in the past 12 months', { 10: 1003 }],
  ['thoughts of self-harm now', { 10: 1004 }],
  ['another condition', { 11: 1102 }],
  ['unsure of another condition', { 11: 1103 }],
  ['pregnant', { 12: 1202 }],
  ['no GP', { 14: 1402 }],
])('%s is not eligible', (_reason, changes) => {
  expect(outcome(changes).eligible).toBe(false);
});

test.each([
  ['a life event', { 1: 102 }, 2],
  ['depression and anxiety', { 4: 402 }, 1],
  ['two episodes on long treatment', { 3: 303, 6: 602 }, 2],
  ['thoughts of self-harm long ago', { 10: 1002 }, 1],
  ['an attempt that went fine', { 13: 1302 }, 0],
  ['withdrawal trouble', { 13: 1303 }, 0],
  ['depression that returned', { 13: 1304 }, 2],
])('%s stays eligible and adds its points', (_reason, changes, predict) => {
  expect(outcome(changes)).toMatchObject({ eligible: true, predict });
});

test('two episodes exclude unless the medicine was taken for 2 years or more', () => {
  expect(outcome({ 6: 602, 3: 302 }).eligible).toBe(false);
  expect(outcome({ 6: 602, 3: 303 }).eligible).toBe(true);
  expect(outcome({ 6: 602, 3: 304 }).eligible).toBe(true);
});

test('low mood and loss of interest count together', () => {
  for (let mood = 0; mood <= 3; mood++) {
    for (let interest = 0; interest <= 3; interest++) {
      const total = mood + interest;
      const { eligible, predict } = outcome({ 8: 801 + mood, 9: 901 + interest });
      expect([mood, interest, eligible]).toEqual([mood, interest, total < 3]);
      if (eligible) expect(predict).toBe(total);
    }
  }
});

test.each([
  [2, 'low', { 1: 102 }],
  [3, 'medium', { 1: 102, 4: 402 }],
  [5, 'medium', { 1: 102, 4: 402, 13: 1304 }],
  [6, 'high', { 1: 102, 4: 402, 13: 1304, 10: 1002 }],
])('%i points are the group %s', (predict, group, changes) => {
  expect(outcome(changes)).toEqual({ eligible: true, predict, group });
});

test.each<[string, Record<number, number>, string | null]>([
  ['none for an eligible person', {}, null],
  ['a question of age or medicine', { 2: 201 }, 'age-or-medicine'],
  ['a question of health', { 7: 702 }, 'health'],
  ['the first of two questions', { 3: 301, 11: 1102 }, 'age-or-medicine'],
  ['an option that another answer would have allowed', { 6: 602 }, 'health'],
  ['answers that count together', { 8: 802, 9: 903 }, 'health'],
  ['a question without a group of reasons', { 14: 1402 }, 'other'],
])('the reason that an exclusion is counted under: %s', (_what, changes, reason) => {
  expect(scoreSurvey(survey, answersOf(changes))).toMatchObject({ complete: true, reason });
});

test('the content switch makes a life event exclude', () => {
  const strict = structuredClone(survey);
  for (const option of strict.questions[0]?.options ?? []) option.excludes = option.text === 'Yes';
  expect(outcome({ 1: 102 }, strict)).toMatchObject({ eligible: false, predict: 2 });
  expect(outcome({}, strict).eligible).toBe(true);
});

test('a sum counts the answers to its own questions, whatever others score', () => {
  const scoring = structuredClone(survey);
  for (const option of scoring.questions[0]?.options ?? []) option.score = 100;
  expect(scoring.sums.some(({ questions }) => questions.includes(1))).toBe(false);
  expect(outcome({}, scoring)).toEqual(outcome());
});

test('points below every group, which the loader rejects, are no group', () => {
  expect(() => outcome({}, { ...survey, groups: [] })).toThrow('no group for 0 predict points');
});

describe('an incomplete survey', () => {
  test('names the questions without an answer, in order', () => {
    const answers = answersOf();
    answers.delete(14);
    answers.delete(3);
    expect(scoreSurvey(survey, answers)).toEqual({ complete: false, unanswered: [3, 14] });
  });

  test('an option of another question is no answer', () => {
    expect(scoreSurvey(survey, answersOf({ 7: 801 }))).toEqual({ complete: false, unanswered: [7] });
  });
});

const anyAnswers = fc
  .tuple(
    ...survey.questions.map(({ id, options }) =>
      fc.constantFrom(...options).map((option) => [id, option] as const),
    ),
  )
  .map((pairs) => new Map(pairs));

test('any complete answers score; eligible means that no chosen option excludes, and order does not matter', () => {
  fc.assert(
    fc.property(anyAnswers, (chosen) => {
      const ids = [...chosen].map(([question, option]) => [question, option.id] as const);
      const scoring = scoreSurvey(survey, new Map(ids));
      if (!scoring.complete) throw new Error('complete answers must score');
      if ([...chosen.values()].some((option) => option.excludes))
        expect(scoring.outcome.eligible).toBe(false);
      const fromOptions = [...chosen.values()].reduce((sum, option) => sum + option.predict, 0);
      expect(scoring.outcome.predict).toBeGreaterThanOrEqual(fromOptions);
      expect(scoreSurvey(survey, new Map(ids.toReversed()))).toEqual(scoring);
    }),
  );
});
