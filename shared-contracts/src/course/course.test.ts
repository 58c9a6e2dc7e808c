import { describe, expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { fc } from '@stepwise/tooling/testing/properties';
import { addDays, daysBetween } from '../dates/plain-date.ts';
import type { DailyRecord } from '../entities/tracker.ts';
import { type CourseDose, countAll, courseOf, dayAt, periodInForce, weekOf } from './course.ts';
import { courseSentence, weekInWords } from './course-words.ts';

const FIRST = '2026-09-23';
const day = (index: number): string => addDays(FIRST, index);
const flag = buildSymptom({ redflag: true });

/** Doses of 100, 50, 25, 12.5 and 0 mg, 28 days each from the first day on. */
const doses = (today: string): CourseDose[] =>
  [100, 50, 25, 12.5, 0].map((dose, index) => {
    const date = day(28 * index);
    return { date, dose, label: `${dose} mg`, state: date > today ? 'planned' : 'taken', planned: date };
  });

/** A record on some of the days, by rules that the calculators below repeat. */
const hasRecord = (index: number): boolean => index % 11 !== 5 && !(index >= 30 && index < 44);
const recordOf = (index: number): DailyRecord =>
  buildRecord({
    date: day(index),
    localDate: day(index),
    recordedAt: `${day(index)}T09:00:00.000Z`,
    sleep: index % 2 === 0,
    mood: index % 3 === 0,
    active: index % 5 !== 0,
    symptoms: index % 17 === 0 ? [flag] : [],
  });
const daysOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const recordsOf = (count: number): DailyRecord[] => daysOf(count).filter(hasRecord).map(recordOf);

describe('courseOf', () => {
  test.each([0, 1, 3, 60, 730])('counts each answer of %i days on its own, in weeks of one dose', (count) => {
    const today = day(Math.max(0, count - 1));
    const course = courseOf({ doses: doses(today), records: recordsOf(count), today });

    // Calculated day by day: the start of the dose of each day, and its week since then.
    const expected = new Map<string, { recorded: number; sleep: number; mood: number; active: number }>();
    for (const index of daysOf(Math.max(1, count))) {
      const start = Math.min(Math.floor(index / 28), 4) * 28;
      const key = day(start + Math.floor((index - start) / 7) * 7);
      const week = expected.get(key) ?? { recorded: 0, sleep: 0, mood: 0, active: 0 };
      if (index < count && hasRecord(index)) {
        week.recorded += 1;
        if (index % 2 === 0) week.sleep += 1;
        if (index % 3 === 0) week.mood += 1;
        if (index % 5 !== 0) week.active += 1;
      }
      expected.set(key, week);
    }
    expect(new Map(course.weeks.map(({ from, recorded, good }) => [from, { recorded, ...good }]))).toEqual(
      expected,
    );
    expect(course.warningDays).toEqual(
      daysOf(count)
        .filter((index) => hasRecord(index) && index % 17 === 0)
        .map(day),
    );
    expect(course.weeks.map(({ dose }) => dose?.date)).toEqual(
      course.weeks.map(({ from }) => day(Math.min(Math.floor(daysBetween(FIRST, from) / 28), 4) * 28)),
    );
  });

  test('a week without a record has no answers, not bad ones', () => {
    const today = day(59);
    const { weeks } = courseOf({ doses: doses(today), records: recordsOf(60), today });
    expect(weeks.find(({ from }) => from === day(35))).toMatchObject({
      days: 7,
      recorded: 0,
      good: { sleep: 0, mood: 0, active: 0 },
    });
  });

  test('the last record of a local day counts, whatever its UTC date', () => {
    const morning = { ...recordOf(0), date: addDays(FIRST, -1), recordedAt: `${FIRST}T00:10:00.000Z` };
    const evening = { ...recordOf(0), sleep: false, recordedAt: `${FIRST}T09:00:00.000Z` };
    const course = courseOf({ doses: [], records: [evening, morning], today: FIRST });
    expect(countAll(course)).toMatchObject({ days: 1, recorded: 1, good: { sleep: 0 } });
  });

  test('planned doses have no days, and records before the first dose belong to none', () => {
    const today = day(2);
    const planned = { date: day(10), dose: 50, label: '50 mg', state: 'planned' as const, planned: null };
    const { periods, weeks } = courseOf({ doses: [planned], records: recordsOf(3), today });
    expect(periods).toMatchObject([{ counts: { days: 0 }, weeks: [] }]);
    expect(weeks).toMatchObject([{ from: FIRST, to: today, dose: null, recorded: 3 }]);
  });

  test('the axis reaches ten years back and two years ahead at most, whatever the dates', () => {
    const dates = ['1926-01-01', '2206-01-01'].map((date, index) => ({
      date,
      dose: 50 - index,
      label: '50 mg',
      state: index === 0 ? ('taken' as const) : ('planned' as const),
      planned: date,
    }));
    const { first, last, weeks, periods } = courseOf({ doses: dates, records: [], today: FIRST });
    expect([first, last]).toEqual([day(-3653), day(731)]);
    expect(weeks).toHaveLength(522);
    expect(periods[0]?.counts.days).toBe(3654);
  });

  test.each<[string, number[], number, [first: number, last: number]]>([
    ['four weeks where nothing is planned', [], 0, [0, 27]],
    ['today where that is later', [0], 60, [0, 60]],
    ['two weeks into the last step', [0, 100], 20, [0, 114]],
    ['the first record where that is earlier', [5, 100], 20, [0, 114]],
  ])('the axis ends or begins with %s', (_what, starts, now, expected) => {
    const today = day(now);
    const given = starts.map((start): CourseDose => {
      const state = start > now ? 'planned' : 'taken';
      return { date: day(start), dose: 50, label: '50 mg', state, planned: null };
    });
    const { first, last } = courseOf({ doses: given, records: recordsOf(1), today });
    expect([first, last]).toEqual(expected.map(day));
  });

  test('the axis begins today where nothing is reported or recorded', () => {
    const { first, last } = courseOf({ doses: [], records: [], today: FIRST });
    expect([first, last]).toEqual([FIRST, day(27)]);
  });

  test('of two records of one instant the one stored later counts', () => {
    const records = [recordOf(0), { ...recordOf(0), sleep: false }];
    expect(countAll(courseOf({ doses: [], records, today: FIRST })).good.sleep).toBe(0);
    expect(countAll(courseOf({ doses: [], records: records.toReversed(), today: FIRST })).good.sleep).toBe(1);
  });

  test('a record of a day after today does not count', () => {
    const course = courseOf({ doses: doses(FIRST), records: recordsOf(3), today: FIRST });
    expect([...course.days.keys()]).toEqual([FIRST]);
    expect(course.warningDays).toEqual([FIRST]);
  });

  test('the days of a dose are those until the next one that was reported', () => {
    const today = day(30);
    const { periods } = courseOf({ doses: doses(today), records: recordsOf(31), today });
    expect(periods.map(({ counts }) => counts.days)).toEqual([28, 3, 0, 0, 0]);
    expect(periods[0]?.counts).toEqual({
      ...{ days: 28, recorded: 25, good: { sleep: 13, mood: 9, active: 20 }, warnings: 2 },
    });
  });

  test('every day belongs to one week, and every record is counted once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 90 }),
        fc.integer({ min: 0, max: 400 }),
        (gaps, offsets, age) => {
          const today = day(age);
          let next = 0;
          const changes = gaps.map((gap, index): CourseDose => {
            next += gap;
            const state = day(next) > today ? 'planned' : 'taken';
            return { date: day(next), dose: 100 - index, label: `${100 - index} mg`, state, planned: null };
          });
          const course = courseOf({ doses: changes, records: offsets.map(recordOf), today });
          const total = course.weeks.reduce((sum, { recorded }) => sum + recorded, 0);
          expect(total).toBe(offsets.filter((offset) => offset <= age).length);
          expect(course.weeks.reduce((sum, { days }) => sum + days, 0)).toBe(
            daysBetween(course.first, today) + 1,
          );
          for (const index of daysOf(daysBetween(course.first, today) + 1)) {
            const date = addDays(course.first, index);
            const week = course.weeks[weekOf(course, date)];
            expect(week && week.from <= date && date <= week.to).toBe(true);
            expect(week?.dose?.date).toBe(changes.findLast((change) => change.date <= date)?.date);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('a place on the strip is a day of the course', () => {
    const course = courseOf({ doses: doses(FIRST), records: [], today: FIRST });
    expect(dayAt(course, 0)).toBe(course.first);
    expect(dayAt(course, -1)).toBe(course.first);
    expect(dayAt(course, 1)).toBe(course.last);
    // From the first dose to two weeks into the last: 127 days.
    expect([0.004, 0.5, 0.999].map((share) => dayAt(course, share))).toEqual([day(0), day(63), day(126)]);
    expect(weekOf(course, course.last)).toBe(-1);
    expect(weekOf(course, day(-1))).toBe(-1);
    expect(weekOf(course, FIRST)).toBe(0);
  });
});

describe('courseSentence', () => {
  const sentenceAt = (count: number, today = day(count - 1)) =>
    courseSentence(courseOf({ doses: doses(today), records: recordsOf(count), today }));

  test.each([
    [0, 'Since 100 mg: 0 of 1 day recorded.'],
    [1, 'Since 100 mg: 1 of 1 day recorded; sleep good on 1, mood on 1, activity on 0.'],
    [3, 'Since 100 mg: 3 of 3 days recorded; sleep good on 2, mood on 1, activity on 2.'],
    // Days 56 to 59.
    [60, 'Since 25 mg: 4 of 4 days recorded; sleep good on 2, mood on 1, activity on 4.'],
  ])('states the counts of %i days', (count, sentence) => {
    expect(sentenceAt(count, day(Math.max(0, count - 1)))).toBe(sentence);
  });

  test('states the counts of 730 days', () => {
    const since = daysOf(730).filter((index) => index >= 112 && hasRecord(index));
    const goodOn = (isGood: (index: number) => boolean) => since.filter(isGood).length;
    expect(sentenceAt(730)).toBe(
      `Since 0 mg: ${since.length} of ${730 - 112} days recorded; sleep good on ${goodOn((index) => index % 2 === 0)}, mood on ${goodOn((index) => index % 3 === 0)}, activity on ${goodOn((index) => index % 5 !== 0)}.`,
    );
  });

  test('names no dose while it is only assumed', () => {
    const [first] = doses(FIRST);
    const assumed = { ...(first as CourseDose), state: 'assumed' as const };
    const course = courseOf({ doses: [assumed], records: recordsOf(3), today: day(2) });
    expect(periodInForce(course)).toBeUndefined();
    expect(courseSentence(course)).toBe(
      'Since 23/09/2026: 3 of 3 days recorded; sleep good on 2, mood on 1, activity on 2.',
    );
    expect(weekInWords(course.weeks[0])).toBe(
      'Week from 23/09/2026, 100 mg not confirmed: 3 of 3 days recorded; sleep good on 2, mood on 1, activity on 2; warning sign on 1.',
    );
  });

  test('a week before the first dose names none, one without a record has no answers', () => {
    const { weeks } = courseOf({ doses: [], records: recordsOf(2).slice(1), today: day(8) });
    expect(weeks.map(weekInWords)).toEqual([
      'Week from 24/09/2026: 1 of 7 days recorded; sleep good on 0, mood on 0, activity on 1.',
      'Week from 01/10/2026: 0 of 1 day recorded.',
    ]);
    const [taken] = courseOf({ doses: doses(FIRST), records: [], today: FIRST }).weeks;
    expect(weekInWords(taken)).toBe('Week from 23/09/2026, 100 mg: 0 of 1 day recorded.');
    expect(weekInWords(undefined)).toBe('');
  });
});
