import { expect, test } from '@jest/globals';
import { isReminderOffered } from './is-reminder-offered.ts';

const TODAY = '2026-11-20';
const none = { hour: null, isPaused: false, declinedOn: null };
const offered = (reminder: Parameters<typeof isReminderOffered>[0], ...days: string[]) =>
  isReminderOffered(
    reminder,
    days.map((localDate) => ({ localDate })),
    TODAY,
  );

test('a reminder is offered after the first check-up, and after a missed week', () => {
  expect(offered(none, TODAY)).toBe(true);
  expect(offered(none)).toBe(false);
  expect(offered(none, '2026-11-12')).toBe(false);
  expect(offered(none, '2026-11-12', TODAY)).toBe(true);
  expect(offered(none, '2026-11-13', TODAY)).toBe(false);
});

test('no reminder is offered to someone who has one, or to whom the trial sends none', () => {
  expect(offered({ ...none, hour: 9 }, TODAY)).toBe(false);
  expect(offered(undefined, TODAY)).toBe(false);
});

test('a person who wanted no reminder is asked once more after a missed week, and then no more', () => {
  expect(offered({ ...none, declinedOn: TODAY }, TODAY)).toBe(false);
  expect(offered({ ...none, declinedOn: '2026-11-01' }, '2026-11-01', '2026-11-10', TODAY)).toBe(true);
  expect(offered({ ...none, declinedOn: '2026-11-10' }, '2026-11-01', '2026-11-10', TODAY)).toBe(false);
});
