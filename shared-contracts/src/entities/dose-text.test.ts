import { expect, test } from '@jest/globals';
import { doseBreakdown, doseText } from './dose-text.ts';

const EVERY_SCHEDULE = Array.from({ length: 20 }, (_, index) => index + 1);
const OTHER_SCHEDULES = EVERY_SCHEDULE.filter((schedule) => schedule !== 17 && schedule !== 18);

test.each([17, 18])('schedule %i twice a day splits the five doses as the trial words it', (schedule) => {
  const split = (dose: number) => doseBreakdown(dose, { schedule, timesperday: 2 });
  expect(split(300)).toBe('150mg twice a day');
  expect(split(225)).toBe('150mg once plus 75mg once');
  expect(split(150)).toBe('75mg twice a day');
  expect(split(75)).toBe('75mg once a day');
  expect(split(37)).toBe('37.5mg once a day');
  expect(split(37.5)).toBe('37.5mg once a day');
});

test.each([17, 18])('schedule %i twice a day has no split for any other dose', (schedule) => {
  for (let dose = 0; dose <= 400; dose += 0.5) {
    if ([300, 225, 150, 75, 37.5, 37].includes(dose)) continue;
    expect(doseBreakdown(dose, { schedule, timesperday: 2 })).toBeNull();
  }
});

test('no dose is split when taken once a day, of another medicine, or without a schedule', () => {
  for (const dose of [300, 225, 150, 75, 37]) {
    for (const schedule of EVERY_SCHEDULE)
      expect(doseBreakdown(dose, { schedule, timesperday: 1 })).toBeNull();
    for (const schedule of OTHER_SCHEDULES)
      expect(doseBreakdown(dose, { schedule, timesperday: 2 })).toBeNull();
    expect(doseBreakdown(dose, { schedule: null, timesperday: 2 })).toBeNull();
  }
});

test('37 of venlafaxine is shown as 37.5 mg, of any other medicine as it is', () => {
  expect(doseText(37, 17)).toBe('37.5 mg');
  expect(doseText(37, 18)).toBe('37.5 mg');
  for (const schedule of OTHER_SCHEDULES) expect(doseText(37, schedule)).toBe('37 mg');
  expect(doseText(37, null)).toBe('37 mg');
});

test('every other dose is shown as it is', () => {
  expect(doseText(100, 11)).toBe('100 mg');
  expect(doseText(1.5, 18)).toBe('1.5 mg');
  expect(doseText(37.5, 17)).toBe('37.5 mg');
  expect(doseText(375, 17)).toBe('375 mg');
  expect(doseText(0, 18)).toBe('0 mg');
});
