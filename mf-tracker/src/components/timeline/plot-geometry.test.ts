import { expect, test } from '@jest/globals';
import { takenSteps } from '../../testing/taken-steps.ts';
import { computeSteps, hasRoomFor, iconsPath, MEDS, stepsPath } from './plot-geometry.ts';

const step = (id: number, date: string, dose: number) => ({ id, date, dose, days: 28, note: '' });
const axis = { first: '2026-11-01', days: 60 };

test('each kind of icon stands in the middle of its days and nowhere else', () => {
  const place = { start: 10, dayWidth: 20, y: 50 };
  expect(iconsPath('.g.', 'o', place)).toBe('');
  expect(iconsPath('.g.', 'g', place)).toBe('M223 50a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z');
  expect(iconsPath('w.w', 'w', place).match(/M/g)).toHaveLength(2);
  expect(iconsPath('o', 'o', place)).toBe('M204.4 44.4h11.2v11.2h-11.2z');
  // Three corners.
  expect(iconsPath('w', 'w', place)).toMatch(/^M\S+ \S+l\S+ \S+h\S+z$/);
});

test('steps lie in proportion to their doses, from the first of a step to the first of the next', () => {
  const steps = computeSteps(
    takenSteps([step(1, '2026-11-01', 100), step(2, '2026-11-29', 50), step(3, '2026-12-27', 0)]),
    axis,
    10,
    '2026-11-29',
  );
  expect(steps.map(({ left, width, y, isPlanned }) => [left, width, y, isPlanned])).toEqual([
    [0, 280, MEDS.top, false],
    [280, 280, (MEDS.top + MEDS.bottom) / 2, false],
    [560, 40, MEDS.bottom, true],
  ]);
  expect(stepsPath(steps.slice(0, 1))).toBe(`M0 ${MEDS.top}H280`);
  expect(stepsPath(steps.slice(1), MEDS.top)).toBe(`M280 ${MEDS.top}V174H560V194H600`);
});

test('a label is left out rather than cut', () => {
  const [first] = computeSteps(
    takenSteps([step(1, '2026-11-01', 100), step(2, '2026-11-04', 50)]),
    axis,
    10,
    '2026-11-20',
  );
  expect(first && hasRoomFor('100 mg', first)).toBe(false);
});
