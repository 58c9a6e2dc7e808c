import { expect, test } from '@jest/globals';
import { teamHoursInWords } from './team-hours.ts';

const MELBOURNE = 'Australia/Melbourne';
const openingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30', timeZone: MELBOURNE };
const holidays = ['2026-12-25', '2026-12-28', '2027-01-01', '2026-11-03'];
const at = (instant: string, zone = MELBOURNE) =>
  teamHoursInWords({ openingHours, holidays }, new Date(instant), zone);

test.each([
  ['Friday 20:00', '2026-11-20T09:00:00Z', 'begin again on Monday at 9:00am'],
  ['Sunday noon', '2026-11-22T01:00:00Z', 'begin again on Monday at 9:00am'],
  ['Monday 8:59', '2026-11-22T21:59:00Z', 'begin again today at 9:00am'],
  ['Monday 9:00', '2026-11-22T22:00:00Z', 'end today at 5:30pm'],
  ['Monday 17:29', '2026-11-23T06:29:00Z', 'end today at 5:30pm'],
  ['Monday 17:30', '2026-11-23T06:30:00Z', 'begin again on Tuesday at 9:00am'],
  ['the evening before Cup Day', '2026-11-02T09:00:00Z', 'begin again on Wednesday at 9:00am'],
  ['Christmas Eve after hours', '2026-12-24T08:00:00Z', 'begin again on Tuesday at 9:00am'],
  ['winter, Thursday 8:30', '2026-07-01T22:30:00Z', 'begin again today at 9:00am'],
])('at %s the team’s hours are said to %s', (_, instant, words) => {
  expect(at(instant)).toBe(`The team’s hours ${words}.`);
});

test.each([
  [3, 'Thursday'],
  [6, 'Monday 30 November'],
])('after %i days without hours they begin on %s, with the date from the seventh day on', (length, day) => {
  const long = Array.from({ length }, (_, index) => `2026-11-${23 + index}`);
  const words = teamHoursInWords(
    { openingHours, holidays: long },
    new Date('2026-11-20T09:00:00Z'),
    MELBOURNE,
  );
  expect(words).toBe(`The team’s hours begin again on ${day} at 9:00am.`);
});

test.each([
  ['2026-11-24', 'Monday'],
  ['2026-11-23', 'Monday 30 November'],
])('after hours on %s, with none until the next Monday, they begin on %s', (today, day) => {
  const none = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
  const now = new Date(`${today}T09:00:00Z`);
  expect(teamHoursInWords({ openingHours, holidays: none }, now, MELBOURNE)).toContain(`on ${day} at`);
});

test('the team’s time zone is named where the person’s clock shows another time', () => {
  expect(at('2026-11-20T09:00:00Z', 'Australia/Perth')).toBe(
    'The team’s hours begin again on Monday at 9:00am, Melbourne time.',
  );
  expect(at('2026-11-20T09:00:00Z', 'Australia/Hobart')).not.toContain('time.');
  const brokenHill = { ...openingHours, timeZone: 'Australia/Broken_Hill' };
  const friday = new Date('2026-11-20T09:00:00Z');
  expect(teamHoursInWords({ openingHours: brokenHill, holidays }, friday, MELBOURNE)).toBe(
    'The team’s hours begin again on Monday at 9:00am, Broken Hill time.',
  );
  // Sunday evening in Perth is Monday in Melbourne.
  expect(at('2026-11-22T13:30:00Z', 'Australia/Perth')).toBe(
    'The team’s hours begin again today at 9:00am, Melbourne time.',
  );
});

test('nothing is said where no hours are in sight', () => {
  expect(
    teamHoursInWords({ openingHours: { ...openingHours, days: [] }, holidays }, new Date(), MELBOURNE),
  ).toBe('');
});
