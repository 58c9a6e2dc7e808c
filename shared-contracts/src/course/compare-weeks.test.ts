import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { addDays } from '../dates/plain-date.ts';
import { compareWeeks } from './compare-weeks.ts';
import { type CourseDose, courseOf } from './course.ts';

const today = '2026-11-20';
const dose = (date: string, mg: number): CourseDose => ({
  date,
  dose: mg,
  label: `${mg} mg`,
  state: 'taken',
  planned: date,
});
/** Every day of 80, with a good mood on each second one. */
const records = Array.from({ length: 80 }, (_, index) => {
  const day = addDays(today, index - 79);
  return buildRecord({ date: day, localDate: day, mood: index % 2 === 0 });
});
const compare = (doses: CourseDose[], recorded = records) => {
  const { recent, before, isBeforeStep } = compareWeeks(courseOf({ doses, records: recorded, today }));
  return [recent.recorded, recent.good.mood, before.recorded, before.good.mood, isBeforeStep];
};

test('a young step is compared with the four weeks before it, an older one with the four before the last', () => {
  expect(compare([dose('2026-09-02', 50), dose('2026-11-15', 25)])).toEqual([28, 14, 28, 14, true]);
  expect(compare([dose('2026-09-02', 50)])).toEqual([28, 14, 28, 14, false]);
});

test('only days recorded are counted', () => {
  expect(compare([dose('2026-11-01', 50)], records.slice(-10))).toEqual([10, 5, 0, 0, false]);
  expect(compare([], [])).toEqual([0, 0, 0, 0, false]);
});

test('a step of exactly four weeks ago is no longer recent, and the first dose has none before it', () => {
  const isBeforeStep = (...doses: CourseDose[]) => compare(doses, records.slice(-50)).at(-1);
  const earlier = dose('2026-09-02', 50);
  expect(isBeforeStep(earlier, dose('2026-10-24', 25))).toBe(false);
  expect(isBeforeStep(earlier, dose('2026-10-25', 25))).toBe(true);
  expect(compare([earlier, dose('2026-11-15', 25)], records.slice(-30))).toEqual([28, 14, 24, 12, true]);
  expect(isBeforeStep(dose('2026-11-01', 50))).toBe(true);
  expect(compare([dose('2026-11-01', 50)], records.slice(-20)).at(-1)).toBe(false);
  // A course of less than four weeks.
  const short = [dose('2026-11-01', 50), dose('2026-11-15', 25)];
  expect(compare(short, records.slice(-20))).toEqual([20, 10, 14, 7, true]);
});
