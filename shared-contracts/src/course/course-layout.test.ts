import { describe, expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { fc } from '@stepwise/tooling/testing/properties';
import { addDays } from '../dates/plain-date.ts';
import { type Course, type CourseDose, courseOf } from './course.ts';
import { layCourse } from './course-layout.ts';

const TODAY = '2026-11-22';

/** A taper of the given number of days up to today, each dose with a record on each day but those of the gap. */
function taper(days: number, amounts: readonly number[], gap: readonly number[] = []): Course {
  const first = addDays(TODAY, 1 - days);
  const length = Math.max(1, Math.floor(days / Math.max(1, amounts.length - 1)));
  const doses = amounts.map((dose, index): CourseDose => {
    const date = addDays(first, index * length);
    return { date, dose, label: `${dose} mg`, state: date > TODAY ? 'planned' : 'taken', planned: date };
  });
  const records = Array.from({ length: days }, (_, index) => index)
    .filter((index) => !gap.includes(index))
    .map((index) => {
      const date = addDays(first, index);
      const symptoms = index % 9 === 0 ? [buildSymptom({ redflag: true })] : [];
      return buildRecord({ date, localDate: date, sleep: index % 2 === 0, symptoms });
    });
  return courseOf({ doses, records, today: TODAY });
}

const numbersOf = (path: string): number[] => [...path.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text));
const count = (path: string, letter: string): number => path.split(letter).length - 1;

describe('layCourse', () => {
  test.each([1, 3, 60, 730])(
    'fits the width with %i days, at 180 px of a phone and on a wide screen',
    (days) => {
      for (const width of [244, 320, 720]) {
        const { columns, dates, doses, left, taken } = layCourse(taper(days, [100, 50, 25, 0]), width);
        for (const { x, width: wide } of columns) {
          expect(x).toBeGreaterThanOrEqual(left);
          expect(x + wide).toBeLessThanOrEqual(width + 0.01);
        }
        for (const { x, text } of [...dates, ...doses])
          expect(x + text.length * 7.4).toBeLessThanOrEqual(width + 1);
        for (const [, x] of taken.matchAll(/[MH]([\d.]+)/g)) expect(Number(x)).toBeLessThanOrEqual(width);
      }
    },
  );

  test('each dose is one step of the same height', () => {
    const { taken, planned } = layCourse(taper(700, [100, 50, 2.5, 1, 0]), 600);
    const heights = [...`${taken}${planned}`.matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)/g)].map(
      ([, from, to]) => Number(to) - Number(from),
    );
    expect(heights).toEqual([20, 20, 20, 20]);
  });

  test('the line is solid up to today and dotted beyond', () => {
    const course = taper(60, [100, 50, 25]);
    const { taken, planned, today } = layCourse(course, 400);
    const [now = 0] = numbersOf(today);
    const xs = (path: string) => [...path.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x));
    expect(Math.max(...xs(taken))).toBeLessThanOrEqual(now);
    expect(Math.min(...xs(planned))).toBeGreaterThanOrEqual(now);
  });

  test('a step planned for the last day is drawn', () => {
    const last = addDays(TODAY, 731);
    const doses: CourseDose[] = [
      { date: TODAY, dose: 100, label: '100 mg', state: 'taken', planned: TODAY },
      { date: last, dose: 50, label: '50 mg', state: 'planned', planned: last },
    ];
    const course = courseOf({ doses, records: [], today: TODAY });
    expect(course.last).toBe(last);
    expect(count(layCourse(course, 400).planned, 'V')).toBe(1);
  });

  test('weeks without a record stay empty', () => {
    const gap = Array.from({ length: 14 }, (_, index) => 14 + index);
    const { rows, columns } = layCourse(taper(56, [100, 0], gap), 600);
    expect(columns).toHaveLength(8);
    for (const { frames, edges } of rows) {
      expect(count(frames, 'M')).toBe(6);
      expect(count(edges, 'M')).toBe(6);
      const empty = columns.slice(2, 4).map(({ x }) => x);
      for (const [, x] of frames.matchAll(/M([\d.]+)/g)) expect(empty).not.toContain(Number(x));
    }
  });

  test('a bar is as high as the share of the recorded days that were good', () => {
    // Days 0, 2, 4 and 6 of a week of seven; every day of it.
    const { rows } = layCourse(taper(7, [100]), 400);
    const heights = rows.map(({ bars }) => Math.abs(Number(/v(-[\d.]+)/.exec(bars)?.[1])));
    expect(heights[0]).toBeCloseTo((20 * 4) / 7, 1);
    expect(heights.slice(1)).toEqual([20, 20]);
  });

  test('a day without a record makes no bar lower', () => {
    // Days 0, 2 and 4 of five recorded; every one of them.
    const { rows } = layCourse(taper(7, [100], [5, 6]), 400);
    expect(rows.map(({ bars }) => Number(/v-([\d.]+)/.exec(bars)?.[1]))).toEqual([12, 20, 20]);
  });

  test('a triangle stands for each day with a warning sign', () => {
    const course = taper(60, [100, 50]);
    expect(count(layCourse(course, 400).warnings, 'M')).toBe(course.warningDays.length);
    expect(course.warningDays).toHaveLength(7);
  });

  test('no label of a dose lies on another, on the line or on today', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 1, max: 800 }),
        fc.integer({ min: 240, max: 800 }),
        (amounts, days, width) => {
          const { doses, today } = layCourse(taper(days, amounts), width);
          const [now = 0] = numbersOf(today);
          const boxes = doses.map(({ x, y, text }) => ({ x, end: x + text.length * 7.3, y }));
          for (const [index, box] of boxes.entries()) {
            expect(box.x >= now || box.end <= now).toBe(true);
            for (const other of boxes.slice(index + 1)) {
              const isApart = box.end <= other.x || other.end <= box.x || Math.abs(box.y - other.y) >= 11;
              expect(isApart).toBe(true);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('the dose in force keeps its label in two years on a phone', () => {
    const amounts = [300, 225, 150, 112, 75, 56, 37.5, 28, 20, 14, 10, 5, 2.5, 1, 0];
    const inForce = layCourse(taper(730, amounts), 306).doses.filter(({ isInForce }) => isInForce);
    expect(inForce).toHaveLength(1);
  });

  test('a dose that is only assumed is drawn apart up to today, with a question mark, as the dose in force', () => {
    const dose = (date: string, amount: number, state: CourseDose['state']) => ({
      ...{ date, dose: amount, label: `${amount} mg`, state, planned: date },
    });
    const doses = [dose('2026-10-01', 100, 'taken'), dose('2026-11-15', 50, 'assumed')];
    const layout = layCourse(courseOf({ doses, records: [], today: TODAY }), 720);
    expect([layout.taken, layout.assumed, layout.planned].map((path) => count(path, 'V'))).toEqual([0, 1, 0]);
    expect(layout.doses.map(({ text, isInForce }) => [text, isInForce])).toEqual([
      ['50 mg?', true],
      ['100 mg', false],
    ]);
    expect(layout.planned).not.toBe('');
  });

  test('everything stands at its own day: a triangle in its middle, today’s line at its end, a guide at each dose', () => {
    // Ten px a day: 28 of them.
    const layout = layCourse(taper(18, [100]), 346);
    const [base = 0] = numbersOf(layout.rows[0]?.frames ?? '').slice(1);
    expect([...layout.warnings.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x))).toEqual([71, 161]);
    expect(numbersOf(layout.today)[0]).toBe(66 + 18 * 10);
    // 9 of the 18 nights were good, all of the rest.
    expect(layout.rows.map(({ name, edges }) => [name.text, numbersOf(edges)[1]])).toEqual([
      ['Sleep', expect.closeTo(base - (20 * 4) / 7, 1)],
      ['Mood', expect.any(Number)],
      ['Activity', expect.any(Number)],
    ]);
    const two = layCourse(taper(10, [100, 0]), 346);
    const xs = [...two.guides.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x));
    expect(xs).toEqual(
      [...`${two.taken}${two.planned}`.matchAll(/M([\d.]+) [\d.]+V|^M([\d.]+)/g)].map(([, riser, first]) =>
        Number(riser ?? first),
      ),
    );
    expect(xs).toHaveLength(2);
  });

  test('the first and the last day have their dates beside today’s where there is room', () => {
    const texts = (width: number) => layCourse(taper(28, [100, 0]), width).dates.map(({ text }) => text);
    expect(texts(700)).toEqual(['26/10', 'Today, 22/11', '07/12']);
    expect(texts(120)).toEqual(['Today, 22/11']);
  });

  test('the number of elements does not grow with the days', () => {
    const short = layCourse(taper(3, [100, 0]), 306);
    const long = layCourse(taper(730, [100, 0]), 306);
    expect(Object.keys(long)).toEqual(Object.keys(short));
    expect(long.rows).toHaveLength(3);
  });

  test('dates have their year where the course spans two', () => {
    expect(layCourse(taper(30, [100]), 700).dates.map(({ text }) => text)).toContain('Today, 22/11');
    expect(layCourse(taper(400, [100]), 700).dates.map(({ text }) => text)).toContain('Today, 22/11/2026');
  });
});
