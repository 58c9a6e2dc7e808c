import { expect, test } from '@jest/globals';
import {
  buildRecord,
  buildSymptom,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';
import { todayAt } from '../../day/today.ts';
import { doseWordsFor } from '../../doses/dose-words.ts';
import { indexRecords } from '../../records/record-index.ts';
import { takenSteps } from '../../testing/taken-steps.ts';
import { dayInWords, localDayInWords } from './day-in-words.ts';
import { timelineInWords } from './timeline-words.ts';

const step = (id: number, date: string, dose: number) => ({ id, date, dose, days: 28, note: '' });
const doseSteps = takenSteps([step(1, '2026-11-09', 75), step(2, '2026-12-07', 37)]);
const doseWords = doseWordsFor({
  schedule: 17,
  timesperday: 2,
  schedules: [buildVenlafaxineSchedule()],
});
const today = todayAt(new Date('2026-11-20T09:00:00Z'), 'Australia/Melbourne');

test('the last four weeks in words, the 28th day back included and the 29th not', () => {
  const records = [
    buildRecord({ date: '2026-10-23', localDate: '2026-10-23' }),
    buildRecord({
      date: '2026-10-24',
      localDate: '2026-10-24',
      sleep: false,
      symptoms: [buildSymptom({ redflag: true })],
    }),
    buildRecord({ date: '2026-11-20', active: false }),
  ];
  expect(timelineInWords(records, doseSteps, doseWords, today)).toBe(
    'In the last 28 days you recorded 2 days. Sleep good on 1, mood good on 2, activity good on 1. A warning sign on 1 day. Your dose today is 75 mg a day. The next step is 37.5 mg on 07/12/2026.',
  );
});

test('an empty timeline says so', () => {
  expect(timelineInWords([], [], doseWords, today)).toBe('Nothing recorded in the last 28 days.');
});

test('a morning in Melbourne is described by its own day and that day’s dose', () => {
  const record = buildRecord({ date: '2026-11-08', localDate: '2026-11-09' });
  const sources = { records: indexRecords([record]), doseSteps, doseWords, today };
  expect(dayInWords('2026-11-08', sources)).toBe(
    'Monday 9 November 2026. Sleep good. Mood good. Activity good. 75 mg a day.',
  );
  expect(dayInWords('2026-11-10', sources)).toBe('Tuesday 10 November 2026. Nothing recorded. 75 mg a day.');
  expect(dayInWords('2026-12-07', sources)).toBe('Monday 7 December 2026. Planned: 37.5 mg a day.');
});

test('a date with the evening’s check-up and the next morning’s is read as two days', () => {
  const evening = buildRecord({ date: '2026-11-09', localDate: '2026-11-09', sleep: false });
  const morning = buildRecord({ date: '2026-11-09', localDate: '2026-11-10' });
  const sources = { records: indexRecords([evening, morning]), doseSteps, doseWords, today };
  expect(dayInWords('2026-11-09', sources)).toBe(
    'Monday 9 November 2026. Sleep not so good. Mood good. Activity good. 75 mg a day. Tuesday 10 November 2026. Sleep good. Mood good. Activity good. 75 mg a day.',
  );
});

test('of two check-ups of one own day both are read, the one that counts first', () => {
  const morning = buildRecord({
    date: '2026-11-09',
    localDate: '2026-11-10',
    recordedAt: '2026-11-09T22:00:00.000Z',
    mood: false,
  });
  const evening = buildRecord({ date: '2026-11-10', localDate: '2026-11-10', addedLater: true });
  const sources = { records: indexRecords([morning, evening]), doseSteps, doseWords, today };
  expect(localDayInWords('2026-11-10', sources)).toBe(
    'Tuesday 10 November 2026. Added later. Sleep good. Mood good. Activity good. Earlier check-up, 9:00 am: Sleep good. Mood not so good. Activity good. 75 mg a day.',
  );
  expect(dayInWords('2026-11-09', sources)).toContain('Earlier check-up, 9:00 am: Sleep good.');
});
