import { expect, test } from '@jest/globals';
import { noticeAt, reportDeadline, reportsOf } from './safety-clock.ts';

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

test('a serious event needs the reports that the content gives hours for', () => {
  const hours = { reportWithinHours: 24, ethicsWithinHours: 72 };
  const sponsor = { to: 'sponsor', hours: 24, madeAt: null, due: new Date('2026-03-11T00:00:00Z') };
  const ethics = { to: 'ethics', hours: 72, madeAt: null, due: new Date('2026-03-13T00:00:00Z') };
  expect(reportsOf({ awareAt: AWARE }, hours)).toEqual([sponsor, ethics]);
  expect(reportsOf({ awareAt: AWARE }, { ...hours, ethicsWithinHours: null })).toEqual([sponsor]);
});
