import { describe, expect, test } from '@jest/globals';
import { type FollowUpFacts, followUpDays, followUpState } from './follow-up-days.ts';

const CONTENT = {
  demonstration: true,
  link: 'https://example.org/{study_id}',
  window: { before: 7, after: 42 },
  reminders: { days: [0, 14], hour: 10 },
  months: [3, 6],
};

test.each([
  ['2026-03-10', 3, '2026-06-10'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2023-11-30', 3, '2024-02-29'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-01-31', 24, '2028-01-31'],
  ['2026-12-31', 12, '2027-12-31'],
])('%s and %i months is due on %s', (randomisedOn, months, dueOn) => {
  expect(followUpDays(CONTENT, randomisedOn, months).dueOn).toBe(dueOn);
});

test('the window opens and closes the given days before and after', () => {
  expect(followUpDays(CONTENT, '2026-03-10', 3)).toEqual({
    opensOn: '2026-06-03',
    dueOn: '2026-06-10',
    closesOn: '2026-07-22',
  });
});

describe('the state', () => {
  const days = followUpDays(CONTENT, '2026-03-10', 3);
  const open: FollowUpFacts = { doneOn: null, isReminded: false, stoppedOn: null };

  test.each([
    ['planned before the window', open, '2026-06-02', 'planned'],
    ['due from its first day', open, '2026-06-03', 'due'],
    ['reminded once a message was sent', { ...open, isReminded: true }, '2026-06-10', 'reminded'],
    ['due on its last day', open, '2026-07-22', 'due'],
    ['missed after it', { ...open, isReminded: true }, '2026-07-23', 'missed'],
    ['done within it', { ...open, doneOn: '2026-07-22' }, '2026-07-23', 'done'],
    ['late after it', { ...open, doneOn: '2026-07-23' }, '2026-08-01', 'late'],
    [
      'done, whatever was stopped later',
      { ...open, doneOn: '2026-06-04', stoppedOn: '2026-06-05' },
      '2026-06-06',
      'done',
    ],
    ['not applicable once stopped', { ...open, stoppedOn: '2026-04-01' }, '2026-08-01', 'not-applicable'],
    [
      'not applicable when stopped in it',
      { ...open, stoppedOn: '2026-07-22' },
      '2026-07-22',
      'not-applicable',
    ],
    ['missed when stopped after it', { ...open, stoppedOn: '2026-07-23' }, '2026-08-01', 'missed'],
  ] as const)('is %s', (_words, facts, today, state) => {
    expect(followUpState(days, facts, today)).toBe(state);
  });
});
