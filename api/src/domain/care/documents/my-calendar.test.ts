import { expect, test } from '@jest/globals';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { buildAllData, buildDoseReport, buildUser } from '@stepwise/tooling/testing/entity-builders';
import ICAL from 'ical.js';
import { myCalendar } from './my-calendar.ts';

const SOURCE = {
  productName: 'Stepwise',
  event: 'Something to look at in Stepwise',
  secret: 'a secret',
  now: new Date('2026-11-20T09:00:00Z'),
  today: '2026-11-20',
};
const step = (id: number, date: string) => ({ id, date, dose: 50, note: 'Half a tablet', days: 28 });
const data = buildAllData({
  user: buildUser({ firstName: 'Alex', email: 'alex@example.org', consentAgree: true }),
  reminder: { hour: 9, isPaused: false },
  prescriptions: [{ ...step(1, '2026-11-20'), current: true }, step(2, '2026-12-18'), step(3, '2027-01-15')],
});

/** Read back by a library other than the one that writes it. */
const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));

test('the calendar has the daily hour on the clock of wherever it is, and the days of the planned steps', () => {
  const [daily, ...steps] = read(myCalendar(data, SOURCE));
  expect(daily?.startDate.toString()).toBe('2026-11-21T09:00:00');
  expect(daily?.startDate.zone).toBe(ICAL.Timezone.localTimezone);
  expect(daily?.isRecurring()).toBe(true);
  const times = daily?.iterator();
  expect([times?.next(), times?.next(), times?.next()].map(String)).toEqual([
    '2026-11-21T09:00:00',
    '2026-11-22T09:00:00',
    '2026-11-23T09:00:00',
  ]);
  expect(daily?.duration.toString()).toBe('PT15M');
  const alarms = daily?.component.getAllSubcomponents('valarm') ?? [];
  expect(alarms.map((alarm) => alarm.getFirstPropertyValue('trigger')?.toString())).toEqual(['PT0S']);
  expect(steps.map(({ startDate }) => startDate.toString())).toEqual(['2026-12-18', '2027-01-15']);
  expect(steps.every(({ startDate }) => startDate.isDate)).toBe(true);
});

test.each([{ leftplan: true }, { consentAgree: false }])(
  'the calendar has no step of a plan that ended: %o',
  (user) => {
    const ended = { ...data, reminder: undefined, user: { ...data.user, ...user } };
    expect(read(myCalendar(ended, SOURCE))).toEqual([]);
  },
);

test('the calendar has no day of a step that is due', () => {
  const due = {
    ...data,
    prescriptions: [{ ...step(1, '2026-10-20'), current: true }, step(2, '2026-11-17')],
  };
  expect(read(myCalendar({ ...due, reminder: undefined }, SOURCE))).toEqual([]);
});

test('the calendar says nothing to others', () => {
  const text = myCalendar(data, SOURCE);
  expect(read(text).map(({ summary }) => summary)).toEqual(Array(3).fill(SOURCE.event));
  expect(text).not.toMatch(/alex|dose|tablet|trial/i);
  expect(text).not.toContain(data.user.id);
});

test('the calendar names an event alike in a later file, so that a date that moved is moved in the calendar', () => {
  const moved = {
    ...data,
    prescriptions: [{ ...step(1, '2026-11-20'), current: true }, step(9, '2026-12-25')],
  };
  const uids = (text: string) => read(text).map(({ uid }) => uid);
  const later = uids(myCalendar(moved, { ...SOURCE, today: '2026-11-25' }));
  expect(uids(myCalendar(data, SOURCE)).slice(0, 2)).toEqual(later);
  expect(new Set(later).size).toBe(2);
  const another = uids(myCalendar({ ...data, user: { ...data.user, id: 'another' } }, SOURCE));
  expect(another.filter((uid) => later.includes(uid))).toEqual([]);
});

test('the calendar has no day of a step that was passed over, and none of a step that waits or of those after it', () => {
  const plan = [
    { ...step(1, '2026-11-01'), dose: 100, current: true },
    { ...step(2, '2026-11-10'), dose: 75 },
    { ...step(3, '2026-11-18'), dose: 50 },
    { ...step(4, '2026-12-18'), dose: 25 },
  ];
  const daysOf = (doseReports: DoseReport[]) =>
    read(myCalendar({ ...data, prescriptions: plan, doseReports }, SOURCE))
      .slice(1)
      .map(({ startDate }) => startDate.toString());
  const skipped = buildDoseReport({ day: '2026-11-18', dose: 50, step: 3 });
  expect(daysOf([skipped])).toEqual(['2026-12-18']);
  const taken = buildDoseReport({ day: '2026-11-10', dose: 75, step: 2 });
  const back = buildDoseReport({ day: '2026-11-12', dose: 100, step: 1, kind: 'other' });
  expect(daysOf([taken, back])).toEqual([]);
});

test('the calendar has the days of follow-ups from today on, in both groups', () => {
  const window = { opensOn: '2026-11-01', closesOn: '2027-06-01', link: '/follow-up' };
  const followUps = [
    { ...window, months: 3, dueOn: '2026-11-10', state: 'reminded' as const },
    { ...window, months: 6, dueOn: SOURCE.today, state: 'due' as const },
    { ...window, months: 9, dueOn: '2026-11-26', state: 'done' as const },
    { ...window, months: 12, dueOn: '2027-05-25', state: 'planned' as const },
    { ...window, months: 24, dueOn: '2028-05-25', state: 'not-applicable' as const },
  ];
  const { reminder: _, ...usualCare } = { ...data, prescriptions: [], followUps };
  const text = myCalendar(usualCare, SOURCE);
  expect(read(text).map(({ startDate }) => startDate.toString())).toEqual([SOURCE.today, '2027-05-25']);
  expect(text).not.toMatch(/follow|question|\/account/i);
  expect(read(myCalendar({ ...data, followUps }, SOURCE))).toHaveLength(5);
});

test('the calendar has no daily hour where none is chosen', () => {
  const none = { ...data, reminder: { hour: null, isPaused: false } };
  expect(read(myCalendar(none, SOURCE))).toHaveLength(2);
});
