import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { addDays, daysBetween, isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import { fc } from '@stepwise/tooling/testing/properties';
import { loadContent } from '../../core/content/load-content.ts';
import { generateSchedule } from './generate-schedule.ts';

const { schedules } = loadContent(join(import.meta.dirname, '../../../../content'));

function scheduleOf(id: number) {
  const schedule = schedules.find((each) => each.id === id);
  if (!schedule) throw new Error(`no schedule ${id}`);
  return schedule;
}

/** A plan as `date dose days` lines. */
const lines = (plan: ReturnType<typeof generateSchedule>) =>
  plan.map(({ date, dose, days }) => `${date} ${dose} ${days}`);

test('the current dose comes first, then the steps below it, down to nothing', () => {
  const plan = generateSchedule({ schedule: scheduleOf(11), startDose: 100, startDate: '2026-11-20' });
  expect(lines(plan)).toEqual([
    '2026-11-20 100 28',
    '2026-12-18 50 28',
    '2027-01-15 25 28',
    '2027-02-12 0 0',
  ]);
  expect(plan.map(({ note }) => note)).toEqual(['', '', '', 'You no longer take sertraline.']);
});

test('a current dose between two steps, or above all of them, takes the days of the first and no note', () => {
  const schedule = {
    steps: [
      { id: 1, dose: 40, days: 14, prepare: 'ask', howToTake: 'forty' },
      { id: 2, dose: 20, days: 28, prepare: 'ask', howToTake: 'twenty' },
      { id: 3, dose: 0, days: 0, prepare: '', howToTake: 'none' },
    ],
  };
  expect(generateSchedule({ schedule, startDose: 30, startDate: '2026-11-20' })).toEqual([
    { date: '2026-11-20', dose: 30, days: 14, note: '', prepare: '' },
    { date: '2026-12-04', dose: 20, days: 28, note: 'twenty', prepare: 'ask' },
    { date: '2027-01-01', dose: 0, days: 0, note: 'none', prepare: '' },
  ]);
  // It is taken already.
  expect(generateSchedule({ schedule, startDose: 40, startDate: '2026-11-20' })[0]).toEqual({
    date: '2026-11-20',
    dose: 40,
    days: 14,
    note: 'forty',
    prepare: '',
  });
  expect(lines(generateSchedule({ schedule, startDose: 50, startDate: '2026-11-20' }))[0]).toBe(
    '2026-11-20 50 14',
  );
});

test.each([
  [
    'month ends',
    '2026-01-31',
    ['2026-01-31', '2026-02-28', '2026-03-28', '2026-04-25', '2026-05-23', '2026-06-20'],
  ],
  [
    'a leap day',
    '2028-02-01',
    ['2028-02-01', '2028-02-29', '2028-03-28', '2028-04-25', '2028-05-23', '2028-06-20'],
  ],
  // Melbourne leaves daylight saving on 2026-04-05 and enters it on 2026-10-04.
  [
    'the end of daylight saving',
    '2026-03-08',
    ['2026-03-08', '2026-04-05', '2026-05-03', '2026-05-31', '2026-06-28', '2026-07-26'],
  ],
  [
    'the start of daylight saving',
    '2026-09-06',
    ['2026-09-06', '2026-10-04', '2026-11-01', '2026-11-29', '2026-12-27', '2027-01-24'],
  ],
])('%s do not shift a date', (_name, startDate, dates) => {
  const plan = generateSchedule({ schedule: scheduleOf(17), startDose: 300, startDate });
  expect(plan.map(({ date }) => date)).toEqual(dates);
});

test('a participant who no longer takes anything stays at 0 mg', () => {
  const plan = generateSchedule({ schedule: scheduleOf(11), startDose: 0, startDate: '2026-11-20' });
  expect(lines(plan)).toEqual(['2026-11-20 0 0']);
});

test.each([-5, Number.NaN, Number.POSITIVE_INFINITY])('a plan cannot start from %p', (startDose) => {
  expect(() => generateSchedule({ schedule: scheduleOf(1), startDose, startDate: '2026-11-20' })).toThrow(
    new RangeError(`a plan starts from a dose in mg, not ${startDose}`),
  );
});

describe('for any schedule, dose and day', () => {
  const anySchedule = fc
    .uniqueArray(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 15 })
    .chain((tenths) =>
      fc.record({
        doses: fc.constant(tenths.toSorted((a, b) => b - a).map((tenth) => tenth / 10)),
        days: fc.array(fc.integer({ min: 1, max: 60 }), {
          minLength: tenths.length,
          maxLength: tenths.length,
        }),
      }),
    )
    .map(({ doses, days }) => ({
      steps: [
        ...doses.map((dose, index) => ({
          id: index + 1,
          dose,
          days: days[index] ?? 1,
          prepare: `ask for ${dose}`,
          howToTake: `take ${dose}`,
        })),
        { id: doses.length + 1, dose: 0, days: 0, prepare: '', howToTake: 'none' },
      ],
    }));
  const anyInput = fc.record({
    schedule: fc.oneof(anySchedule, fc.constantFrom(...schedules)),
    startDose: fc.oneof(
      fc.integer({ min: 1, max: 4000 }).map((tenth) => tenth / 10),
      fc.constantFrom(0, 37, 75, 100, 300),
    ),
    startDate: fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days)),
  });

  test('the plan is safe', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const plan = generateSchedule(input);
        const [first, last] = [plan[0], plan.at(-1)];
        expect(first).toMatchObject({ dose: input.startDose, date: input.startDate });
        expect(last).toMatchObject({ dose: 0, days: 0 });
        plan.forEach((row, index) => {
          expect(isPlainDate(row.date)).toBe(true);
          expect(row.dose).toBeLessThanOrEqual(input.startDose);
          const next = plan[index + 1];
          if (!next) return;
          expect(row.days).toBeGreaterThan(0);
          expect(next.dose).toBeLessThan(row.dose);
          expect(daysBetween(row.date, next.date)).toBe(row.days);
        });
      }),
      { numRuns: 500 },
    );
  });

  test('it holds every step below the current dose with its own days and notes, and no other', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const [, ...reductions] = generateSchedule(input);
        expect(reductions.map(({ date: _date, ...row }) => row)).toEqual(
          input.schedule.steps
            .filter((step) => step.dose < input.startDose)
            .map(({ dose, days, prepare, howToTake }) => ({ dose, days, prepare, note: howToTake })),
        );
      }),
    );
  });

  test('the same input gives the same plan', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(generateSchedule(structuredClone(input))).toEqual(generateSchedule(input));
      }),
    );
  });
});
