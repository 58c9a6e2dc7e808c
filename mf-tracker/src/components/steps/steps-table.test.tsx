import { expect, test } from '@jest/globals';
import type { CourseWeek } from '@stepwise/shared-contracts/course/course';
import { rowsOf } from './steps-table.tsx';

const week = (recorded: number, index: number): CourseWeek => ({
  from: `week ${index + 1}`,
  to: '',
  dose: null,
  days: 7,
  recorded,
  good: { sleep: 0, mood: 0, active: 0 },
  warnings: 0,
});
const names = (...recorded: number[]) =>
  rowsOf(recorded.map(week)).map(({ name, week: counts }) => [name, counts !== null]);

test('weeks without a record, in a row, are one line', () => {
  expect(names(7, 0, 0, 0, 3, 0, 1)).toEqual([
    ['1', true],
    ['2 to 4', false],
    ['5', true],
    ['6', false],
    ['7', true],
  ]);
  expect(names(0, 0)).toEqual([['1 to 2', false]]);
  expect(names()).toEqual([]);
});
