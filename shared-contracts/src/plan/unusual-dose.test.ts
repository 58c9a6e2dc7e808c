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
  ['a higher dose of the plan, where none is known', 75, null, null],
  ['the highest of the plan', 100, 75, null],
  ['0 mg from the lowest', 0, 10, null],
])('whether a dose is asked about once more: %s', (_words, dose, inForce, expected) => {
  expect(unusualDose(plan, { dose, inForce })).toEqual(expected);
});

test('the next dose down in a plan that also goes up is the nearest below the one in force', () => {
  const upAndDown = [25, 50, 100, 50, 25].map((dose) => ({ dose }));
  expect(unusualDose(upAndDown, { dose: 30, inForce: 100 })).toEqual({ why: 'below-next', mg: 50 });
  expect(unusualDose(upAndDown, { dose: 50, inForce: 100 })).toBeNull();
});
