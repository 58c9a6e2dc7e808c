import { expect, test } from '@jest/globals';
import { noticeAt, reportDeadline } from './safety-clock.ts';

const AWARE = new Date('2026-03-10T00:00:00Z');
const at = (time: string) => noticeAt(AWARE, 24, new Date(time));

test('the message about a serious event follows from the time that is left', () => {
  expect(reportDeadline(AWARE, 24)).toEqual(new Date('2026-03-11T00:00:00Z'));
  expect([
    at('2026-03-10T00:00:00Z'),
    at('2026-03-10T11:59:59Z'),
    at('2026-03-10T12:00:00Z'),
    at('2026-03-10T22:59:59Z'),
    at('2026-03-10T23:00:00Z'),
    at('2026-03-11T00:00:00Z'),
    at('2026-03-11T00:00:01Z'),
  ]).toEqual(['recorded', 'recorded', 'half-way', 'half-way', 'due', 'due', 'overdue']);
});
