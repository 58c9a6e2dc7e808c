import { expect, test } from '@jest/globals';
import { unusualDose } from './unusual-dose.ts';

const plan = [100, 75, 50, 25, 10, 0].map((dose) => ({ dose }));

test.each([
  ['the next step', 25, 50, null],
  ['the dose before', 75, 50, null],
  ['a dose between', 40, 50, null],
  ['above the highest of the plan', 120, 50, { why: 'above-plan', mg: 100 }],
  ['up by more than the largest step', 76, 50, { why: 'big-increase', mg: 50 }],
  ['down by more than one step', 20, 50, { why: 'below-next', mg: 25 }],
  ['ten times too little', 5, 50, { why: 'below-next', mg: 25 }],
  ['any dose of the plan, where none is known', 10, null, null],
  ['too high, where none is known', 500, null, { why: 'above-plan', mg: 100 }],
  ['0 mg from the lowest', 0, 10, null],
])('%s', (_words, dose, inForce, expected) => {
  expect(unusualDose(plan, { dose, inForce })).toEqual(expected);
});
