import { expect, test } from '@jest/globals';
import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import fc from 'fast-check';
import { doseStepsOf } from './dose-steps.ts';
import { countByStep } from './step-weeks.ts';

const step = (id: number, date: string, dose: number, days: number) => ({ id, date, dose, days, note: '' });
const recordOn = (localDate: string, overrides = {}) =>
  buildRecord({ date: localDate, localDate, ...overrides });

test('weeks are counted from the step, up to today', () => {
  const doseSteps = doseStepsOf([
    step(1, '2026-11-01', 100, 10),
    step(2, '2026-11-11', 75, 28),
    step(3, '2026-12-09', 0, 0),
  ]);
  const warning = buildSymptom({ redflag: true });
  const counts = countByStep(
    doseSteps,
    [
      recordOn('2026-11-01'),
      recordOn('2026-11-08', { sleep: false, symptoms: [warning, buildSymptom({ id: 2 })] }),
      recordOn('2026-11-11', { mood: false, active: false }),
      recordOn('2026-11-20'),
    ],
    '2026-11-20',
  );
  expect(counts.map(({ doseStep, weeks }) => [doseStep.dose, weeks.length])).toEqual([
    [100, 2],
    [75, 2],
  ]);
  expect(counts[0]?.weeks).toEqual([
    {
      week: 1,
      from: '2026-11-01',
      to: '2026-11-07',
      daysRecorded: 1,
      goodAnswers: 3,
      answers: 3,
      warningSigns: 0,
    },
    {
      week: 2,
      from: '2026-11-08',
      to: '2026-11-10',
      daysRecorded: 1,
      goodAnswers: 2,
      answers: 3,
      warningSigns: 1,
    },
  ]);
  expect(counts[1]?.weeks[0]).toMatchObject({ goodAnswers: 1, answers: 3 });
});

test('two check-ups of one local day are one day recorded and six answers', () => {
  const doseSteps = doseStepsOf([step(1, '2026-11-20', 100, 28)]);
  const morning = buildRecord({ date: '2026-11-19', localDate: '2026-11-20' });
  const evening = buildRecord({ date: '2026-11-20', localDate: '2026-11-20' });
  expect(countByStep(doseSteps, [morning, evening], '2026-11-20')[0]?.weeks[0]).toMatchObject({
    daysRecorded: 1,
    answers: 6,
  });
});

const arbitraryPlan = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })
  .map((gaps) => {
    let date = '2026-03-20';
    return doseStepsOf(
      gaps.map((days, id) => {
        const at = date;
        date = addDays(date, days);
        return step(id, at, 100 - id, days);
      }),
    );
  });

test('no check-up of the plan is lost or counted twice, and no week has more than seven days', () => {
  fc.assert(
    fc.property(
      arbitraryPlan,
      fc.uniqueArray(fc.integer({ min: -10, max: 500 }), { maxLength: 120 }),
      fc.integer({ min: 0, max: 500 }),
      (doseSteps, offsets, age) => {
        const first = doseSteps[0]?.date ?? '';
        const today = addDays(first, age);
        const records = offsets.map((offset) => recordOn(addDays(first, offset)));
        const weeks = countByStep(doseSteps, records, today).flatMap((counts) => counts.weeks);
        const inPlan = records.filter(({ localDate }) => localDate >= first && localDate <= today);
        expect(weeks.reduce((total, { daysRecorded }) => total + daysRecorded, 0)).toBe(inPlan.length);
        expect(weeks.reduce((total, { answers }) => total + answers, 0)).toBe(inPlan.length * 3);
        for (const week of weeks) {
          const days = daysBetween(week.from, week.to) + 1;
          expect(days).toBeGreaterThanOrEqual(1);
          expect(days).toBeLessThanOrEqual(7);
          expect(week.daysRecorded).toBeLessThanOrEqual(days);
          expect(week.goodAnswers).toBeLessThanOrEqual(week.answers);
        }
      },
    ),
  );
});
