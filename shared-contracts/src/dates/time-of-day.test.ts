import { expect, jest, test } from '@jest/globals';
import { clockTime, formatTimeOfDay } from './time-of-day.ts';

test.each([
  ['2026-11-19T22:05:00Z', 'Australia/Melbourne', '9:05 am'],
  ['2026-11-20T01:30:00Z', 'Australia/Melbourne', '12:30 pm'],
  ['2026-11-20T12:10:00Z', 'Australia/Perth', '8:10 pm'],
])('%s in %s is %s', (instant, timeZone, expected) => {
  expect(clockTime(instant, timeZone)).toBe(expected);
});

test('whatever space and locale a browser has, the time is written alike', () => {
  const format = jest.spyOn(Intl, 'DateTimeFormat');
  format.mockReturnValue({ format: () => '9:05\u202fam' } as unknown as Intl.DateTimeFormat);
  expect(clockTime('2026-11-19T22:05:00Z', 'Australia/Melbourne')).toBe('9:05 am');
  expect(format).toHaveBeenCalledWith('en-AU', expect.objectContaining({ timeZone: 'Australia/Melbourne' }));
  format.mockRestore();
});

test.each([
  ['00:00', '12:00am'],
  ['00:30', '12:30am'],
  ['09:00', '9:00am'],
  ['11:59', '11:59am'],
  ['12:00', '12:00pm'],
  ['13:05', '1:05pm'],
  ['23:59', '11:59pm'],
])('%s reads %s', (time, expected) => {
  expect(formatTimeOfDay(time)).toBe(expected);
});
