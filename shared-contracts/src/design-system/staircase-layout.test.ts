import { describe, expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { fc } from '@stepwise/tooling/testing/properties';
import { describeStaircase, layStaircase, type StaircaseStep } from './staircase-layout.ts';

const every28Days = (doses: number[]): StaircaseStep[] =>
  doses.map((dose, index) => ({ date: addDays('2026-11-20', 28 * index), dose }));

const taper = fc
  .array(fc.record({ dose: fc.integer({ min: 1, max: 400 }), days: fc.integer({ min: 1, max: 90 }) }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((rows) => {
    let date = '2026-11-20';
    const steps = rows
      .toSorted((a, b) => b.dose - a.dose)
      .map(({ dose, days }) => {
        const step = { date, dose };
        date = addDays(date, days);
        return step;
      });
    return [...steps, { date, dose: 0 }];
  });

describe('layStaircase', () => {
  test('no dose label covers another, leaves the drawing, or is under its step’s line', () => {
    fc.assert(
      fc.property(taper, fc.integer({ min: 260, max: 900 }), (steps, width) => {
        const { doses, top, height } = layStaircase(steps, width);
        const boxes = doses.map(({ x, y, text }) => ({
          left: x,
          right: x + text.length * 7.5,
          top: y - 12,
          bottom: y,
        }));
        for (const [index, box] of boxes.entries()) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(width);
          expect(box.top).toBeGreaterThanOrEqual(top);
          expect(box.bottom).toBeLessThanOrEqual(top + height);
          for (const other of boxes.slice(index + 1)) {
            const apart =
              box.right <= other.left ||
              other.right <= box.left ||
              box.bottom <= other.top ||
              other.bottom <= box.top;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('every dose keeps its label with twelve steps on a phone', () => {
    const steps = every28Days([300, 225, 187, 150, 112, 75, 50, 37, 25, 12, 6, 0]);
    expect(layStaircase(steps, 350).doses.map(({ text }) => text)).toEqual(
      steps.map(({ dose }) => `${dose} mg`),
    );
  });

  test('heights are in proportion to the doses, from zero', () => {
    const { line, baseline } = layStaircase(every28Days([100, 75, 50, 0]), 350);
    const levels = [...line.matchAll(/V([\d.]+)/g)].map(([, y]) => baseline.y - Number(y));
    const start = baseline.y - Number(/^M[\d.]+ ([\d.]+)/.exec(line)?.[1]);
    expect(levels.map((height) => height / start)).toEqual([0.75, 0.5, 0]);
  });

  test('widths are in proportion to the days', () => {
    const { line } = layStaircase(
      [
        { date: '2026-11-20', dose: 40 },
        { date: '2026-11-30', dose: 20 },
        { date: '2026-12-20', dose: 0 },
      ],
      350,
    );
    const [start = 0, first = 0, second = 0] = [...line.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x));
    expect((second - start) / (first - start)).toBeCloseTo(3);
  });

  test('dates that have no room give way, the first and the last stay', () => {
    const steps = every28Days([300, 225, 187, 150, 112, 75, 50, 37, 25, 12, 6, 0]);
    const texts = layStaircase(steps, 300).dates.map(({ text }) => text);
    expect(texts.length).toBeLessThan(steps.length);
    expect([texts[0], texts.at(-1)]).toEqual(['20/11/2026', '24/09/2027']);
  });

  test('today stands at its own day, with its date, also after the last step', () => {
    const steps = every28Days([20, 0]);
    expect(layStaircase(steps, 350, '2026-11-19').today).toBeUndefined();
    const first = layStaircase(steps, 350, '2026-11-20').today;
    expect(first).toMatchObject({ line: 'M6 8V174', label: { text: 'Today, 20/11' } });
    const xOf = (today: string) =>
      Number(/^M([\d.]+)/.exec(layStaircase(steps, 350, today).today?.line ?? '')?.[1]);
    const middle = xOf('2026-12-04');
    expect(middle - 6).toBeCloseTo((xOf('2026-12-18') - 6) / 2);
    const late = layStaircase(steps, 350, '2027-03-19');
    expect(late.today?.label.text).toBe('Today, 19/03/2027');
    const [lastStep = 0] = [...late.line.matchAll(/H([\d.]+)V/g)].map(([, x]) => Number(x));
    expect(xOf('2027-03-19')).toBeGreaterThan(lastStep);
    expect(xOf('2027-03-19')).toBeLessThanOrEqual(350);
  });

  test('the line of today crosses no dose label and reaches the axis', () => {
    fc.assert(
      fc.property(taper, fc.integer({ min: 260, max: 900 }), fc.nat(1200), (steps, width, days) => {
        const { doses, today, baseline } = layStaircase(steps, width, addDays('2026-11-20', days));
        const pieces = [...(today?.line ?? '').matchAll(/M([\d.-]+) ([\d.-]+)V([\d.-]+)/g)].map(
          ([, x, from, to]) => ({ x: Number(x), from: Number(from), to: Number(to) }),
        );
        expect(pieces.at(-1)?.to).toBe(baseline.y);
        for (const { x, from, to } of pieces)
          for (const label of doses) {
            const isBeside = x < label.x || x > label.x + label.text.length * 7.5;
            expect(isBeside || to <= label.y - 12 || from >= label.y).toBe(true);
          }
      }),
      { numRuns: 200 },
    );
  });

  test('dates have their year where the axis spans two', () => {
    const texts = (steps: StaircaseStep[]) => layStaircase(steps, 700).dates.map(({ text }) => text);
    expect(texts(every28Days([20, 0]))).toEqual(['20/11', '18/12']);
    expect(texts(every28Days([20, 10, 0]))).toEqual(['20/11/2026', '18/12/2026', '15/01/2027']);
  });

  test('one far date leaves the other steps their room', () => {
    const steps = [...every28Days([40, 30, 20]), { date: '2206-01-01', dose: 0 }];
    const { line } = layStaircase(steps, 350);
    const xs = [...line.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x));
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBeGreaterThan(18);
    expect(xs.at(-1)).toBeLessThanOrEqual(350);
  });
});

test('the chart is described in words, with the dose of the day', () => {
  const steps = [
    { date: '2026-11-20', dose: 75 },
    { date: '2026-12-18', dose: 37, label: '37.5 mg' },
  ];
  expect(describeStaircase(steps, '2026-12-18')).toBe(
    'Doses by date: 75 mg from 20/11/2026, 37.5 mg from 18/12/2026. Today: 37.5 mg.',
  );
});
