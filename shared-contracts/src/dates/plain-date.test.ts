import { afterEach, expect, jest, test } from '@jest/globals';
import {
  addDays,
  browserTimeZone,
  daysBetween,
  formatDate,
  formatDateInWords,
  isPlainDate,
  localDate,
} from './plain-date.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['2026-11-20', 28, '2026-12-18'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  // Clocks change in Melbourne in the night between.
  ['2026-10-03', 1, '2026-10-04'],
  ['2026-04-04', 1, '2026-04-05'],
])('%s and %i days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
  expect(daysBetween(date, expected)).toBe(days);
});

test.each([
  ['2026-11-20T12:59:59Z', 'Australia/Melbourne', '2026-11-20'],
  ['2026-11-20T13:00:00Z', 'Australia/Melbourne', '2026-11-21'],
  ['2026-07-01T14:00:00Z', 'Australia/Melbourne', '2026-07-02'],
  ['2026-07-01T15:59:59Z', 'Australia/Perth', '2026-07-01'],
  ['2026-01-01T03:00:00Z', 'America/New_York', '2025-12-31'],
])('%s in %s is on %s', (instant, timeZone, expected) => {
  expect(localDate(new Date(instant), timeZone)).toBe(expected);
});

test('a browser that writes the parts in another order gives the same day', () => {
  const { formatToParts } = Intl.DateTimeFormat.prototype;
  jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(function (
    this: Intl.DateTimeFormat,
    date,
  ) {
    return formatToParts.call(this, date).reverse();
  });
  expect(localDate(new Date('2026-11-20T01:00:00Z'), 'Australia/Melbourne')).toBe('2026-11-20');
});

test('an unknown time zone is rejected', () => {
  expect(() => localDate(new Date(0), 'Australia/Nowhere')).toThrow(RangeError);
});

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['20/11/2026', false],
  ['2026-11-20T00:00', false],
  [' 2026-11-20', false],
  ['+002026-11-20', false],
  ['+012026-11-20', false],
  ['2026-1-1', false],
  ['2026-11', false],
])('%j is a day: %p', (text, expected) => {
  expect(isPlainDate(text)).toBe(expected);
});

test('a day is shown as day/month/year, or in words', () => {
  expect(formatDate('2026-12-06')).toBe('06/12/2026');
  expect(formatDateInWords('2026-11-20')).toBe('Friday 20 November');
});

test('a browser that puts a comma after the weekday shows the same words', () => {
  const formats: { format: unknown } = Intl.DateTimeFormat.prototype;
  jest.spyOn(formats, 'format', 'get').mockReturnValue(() => 'Friday, 20 November');
  expect(formatDateInWords('2026-11-20')).toBe('Friday 20 November');
});

test('the time zone is the browser’s own', () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Perth' };
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  expect(browserTimeZone()).toBe('Australia/Perth');
});
