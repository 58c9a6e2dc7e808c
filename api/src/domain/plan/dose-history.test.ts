import { expect, test } from '@jest/globals';
import { pastSteps } from './dose-history.ts';

const step = (date: string, dose: number) => ({ date, dose });
const taken = (date: string, dose: number, schedule = 11) => ({ date, dose, schedule });
const PLAN = [step('2026-01-01', 100), step('2026-01-29', 50), step('2026-02-26', 25)];
const CHANGE = { past: [], replaced: PLAN, schedule: 11, from: '2026-02-10', today: '2026-02-10' };

test('keeps steps that have begun and drops planned ones', () => {
  expect(pastSteps(CHANGE)).toEqual([taken('2026-01-01', 100), taken('2026-01-29', 50)]);
});

test('a second change goes on from the first; one on the same day adds nothing', () => {
  const past = [taken('2025-12-01', 150, 12)];
  const again = pastSteps({ ...CHANGE, past });
  expect(again).toEqual([...past, taken('2026-01-01', 100), taken('2026-01-29', 50)]);
  expect(pastSteps({ ...CHANGE, past: again, replaced: [step('2026-02-10', 50)] })).toEqual(again);
});

test('rows that begin in the past say anew what was taken from then on', () => {
  const past = [taken('2025-11-01', 200), taken('2025-12-01', 150)];
  expect(pastSteps({ ...CHANGE, past, from: '2025-12-01' })).toEqual([taken('2025-11-01', 200)]);
});

test('a plan that begins later leaves the step of today in force, without the ones planned after it', () => {
  expect(pastSteps({ ...CHANGE, from: '2026-03-10' })).toEqual([
    taken('2026-01-01', 100),
    taken('2026-01-29', 50),
  ]);
});
