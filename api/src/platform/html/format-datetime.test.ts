import { expect, test } from '@jest/globals';
import { formatDatetime } from './format-datetime.ts';

test.each([
  ['Australia/Melbourne', '2026-03-09T20:07:00Z', /^10\/03\/2026, 7:07\sam$/],
  ['Australia/Perth', '2026-03-09T20:07:00Z', /^10\/03\/2026, 4:07\sam$/],
  ['UTC', new Date('2026-03-09T12:00:00Z'), /^09\/03\/2026, 12:00\spm$/],
])('in %s the clock and the day of %s are those of the place', (timeZone, instant, text) => {
  expect(formatDatetime(timeZone, instant)).toMatch(text);
});
