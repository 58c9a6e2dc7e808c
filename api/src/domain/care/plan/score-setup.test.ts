import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadContent } from '../../core/content/load-content.ts';
import { offeredOptions, scoreSetup } from './score-setup.ts';

const content = loadContent(join(import.meta.dirname, '../../../../content'));

/** Sertraline 100 mg once a day, never tried to stop, one to two years. */
const SERTRALINE = {
  1: 106,
  2: 201,
  3: 363,
  4: 401,
  5: 502,
  6: 601,
  7: 701,
  8: 801,
  9: 901,
  10: 1001,
  11: 1101,
};

const answersOf = (changes: Record<number, number> = {}) =>
  new Map(Object.entries({ ...SERTRALINE, ...changes }).map(([id, option]) => [Number(id), option]));

test('the standard schedule, once a day, from the dose answered', () => {
  expect(scoreSetup(content, answersOf())).toEqual({
    complete: true,
    outcome: { schedule: 11, timesperday: 1, startdose: 100 },
  });
});

test.each([
  ['trouble when reducing before', { 4: 403 }, 12],
  ['two to five years', { 5: 503 }, 12],
  ['more than five years', { 5: 504 }, 12],
  ['paroxetine', { 1: 105, 3: 354 }, 10],
  ['desvenlafaxine', { 1: 107, 3: 371 }, 14],
  ['duloxetine', { 1: 108, 3: 381 }, 16],
  ['venlafaxine', { 1: 109, 3: 391 }, 18],
])('%s recommends the slower schedule', (_reason, changes, schedule) => {
  expect(scoreSetup(content, answersOf(changes))).toMatchObject({ outcome: { schedule } });
});

test('an earlier attempt that went fine keeps the standard schedule', () => {
  expect(scoreSetup(content, answersOf({ 4: 402 }))).toMatchObject({ outcome: { schedule: 11 } });
});

test('answers about daily life never change the outcome', () => {
  const often = { 6: 605, 7: 705, 8: 805, 9: 905, 10: 1005, 11: 1105 };
  expect(scoreSetup(content, answersOf(often))).toEqual(scoreSetup(content, answersOf()));
});

test('twice-daily venlafaxine 37.5 mg starts from the stored 37', () => {
  expect(scoreSetup(content, answersOf({ 1: 109, 2: 202, 3: 395 }))).toEqual({
    complete: true,
    outcome: { schedule: 18, timesperday: 2, startdose: 37 },
  });
});

test('a medicine that is taken only once a day stays once a day', () => {
  expect(scoreSetup(content, answersOf({ 2: 202 }))).toMatchObject({ outcome: { timesperday: 1 } });
});

test('every dose of every medicine gives a schedule of that medicine that starts at that dose', () => {
  for (const medicine of content.medicines) {
    for (const { id, dose } of medicine.doses) {
      const scoring = scoreSetup(content, answersOf({ 1: medicine.setupoption, 3: id }));
      if (!scoring.complete) throw new Error(`unanswered: ${scoring.unanswered}`);
      const schedule = content.schedules.find((each) => each.id === scoring.outcome.schedule);
      expect([schedule?.medication, scoring.outcome.startdose]).toEqual([medicine.id, dose]);
    }
  }
});

test('missing answers are named, in order', () => {
  const answers = answersOf();
  for (const id of [11, 2]) answers.delete(id);
  expect(scoreSetup(content, answers)).toEqual({ complete: false, unanswered: [2, 11] });
  expect(scoreSetup(content, new Map())).toEqual({
    complete: false,
    unanswered: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  });
});

test('the dose of another medicine is no answer any more', () => {
  expect(scoreSetup(content, answersOf({ 1: 101 }))).toEqual({ complete: false, unanswered: [3] });
});

test('the dose question offers the doses of the chosen medicine only', () => {
  const question = content.setup.questions.find((each) => each.sets === 'dose');
  if (!question) throw new Error('no dose question');
  const texts = (answers: Map<number, number>) =>
    offeredOptions(content, question, answers).map(({ text }) => text);
  expect(texts(new Map([[1, 109]]))).toEqual(['300 mg', '225 mg', '150 mg', '75 mg', '37.5 mg']);
  expect(texts(new Map())).toEqual([]);
});

test.each([
  ['a medicine without a schedule', { schedules: [] }],
  [
    'a medicine that is taken at no time of the day',
    { medicines: content.medicines.map((medicine) => ({ ...medicine, timesperday: [] })) },
  ],
])('%s, which the loader rejects, gives no schedule', (_what, changes) => {
  expect(() => scoreSetup({ ...content, ...changes }, answersOf())).toThrow(
    'the setup rules give no schedule',
  );
});
