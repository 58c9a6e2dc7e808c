import { expect, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { todayAt } from '../../day/today.ts';
import { dayState, whatHappens } from './day-state.ts';

const melbourne = (instant: string) => todayAt(new Date(instant), 'Australia/Melbourne');
const record = (recordedAt: string, localDate: string) =>
  buildRecord({ date: recordedAt.slice(0, 10), recordedAt, localDate, timeZone: 'Australia/Melbourne' });

// 9:00 on Friday 20 November in Melbourne is still Thursday by UTC.
const friday9am = '2026-11-19T22:00:00.000Z';
const thursday8pm = '2026-11-19T09:00:00.000Z';
const friday8pm = '2026-11-20T09:00:00.000Z';

test('in Melbourne at 9:00 the record is stored under Thursday and shown as Friday', () => {
  expect(melbourne(friday9am)).toMatchObject({ key: '2026-11-19', local: '2026-11-20' });
});

test('nothing recorded says nothing', () => {
  expect(whatHappens(dayState([], melbourne(friday8pm)), melbourne(friday8pm))).toBe('');
});

test('coming back the same day says that a new check-up replaces the one there', () => {
  const state = dayState([record(friday8pm, '2026-11-20')], melbourne('2026-11-20T10:00:00.000Z'));
  expect(state.kind).toBe('recorded');
  expect(whatHappens(state, melbourne(friday8pm))).toBe(
    'You did today’s check-up at 8:00 pm. A new one replaces it.',
  );
});

test('the next morning says that yesterday evening’s check-up would be replaced, and until when', () => {
  const today = melbourne(friday9am);
  const state = dayState([record(thursday8pm, '2026-11-19')], today);
  expect(state.kind).toBe('shared');
  expect(whatHappens(state, today)).toBe(
    'Your check-up of Thursday 19 November, 8:00 pm, counts for the same day: days change over at 11:00 am. A new one before then replaces it.',
  );
});

test('an evening check-up after a morning one is added beside it', () => {
  const today = melbourne(friday8pm);
  const state = dayState([record(friday9am, '2026-11-20')], today);
  expect(state.kind).toBe('beside');
  expect(whatHappens(state, today)).toBe(
    'You did a check-up at 9:00 am today. A new one is added beside it.',
  );
});
