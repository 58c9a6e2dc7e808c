import { describe, expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { buildDoseReport } from '@stepwise/tooling/testing/entity-builders';
import { stepsToPrepare } from './steps-to-prepare.ts';

const START = '2026-10-01';
const ASK = 'Ask your pharmacist now about the liquid.';
/** Steps of the given numbers of days from START; those of 9 mg and below need a liquid. */
const planOf = (doses: number[], days: number) =>
  doses.map((dose, index) => ({
    id: index + 1,
    date: addDays(START, index * days),
    dose,
    days,
    note: '',
    current: index === 0,
    ...(dose > 0 && dose < 10 && { prepare: ASK, prepared: false }),
  }));
const starting = buildDoseReport({ day: START, dose: 25, step: 1, kind: 'starting' });

describe('what a step needs', () => {
  test.each([28, 14, 7])(
    'is said 21 days before each step of %i days, or from the start of the plan',
    (days) => {
      const doses = [25, 9, 6, 0];
      const plan = planOf(doses, days);
      for (let day = 0; day < days * doses.length; day += 1) {
        // Each step is taken on its day, so it is said of those that begin within 21 days of today.
        const reports = [starting];
        for (const [index, dose] of doses.entries())
          if (index > 0 && index * days <= day)
            reports.push(buildDoseReport({ day: addDays(START, index * days), dose, step: index + 1 }));
        const expected = [9, 6].filter((_, index) => {
          const ahead = (index + 1) * days - day;
          return ahead > 0 && ahead <= 21;
        });
        const found = stepsToPrepare(plan, reports, addDays(START, day), 21).map(({ dose }) => dose);
        expect([day, found]).toEqual([day, expected]);
      }
    },
  );

  test('stays while its step is due, and while it waits after going back up', () => {
    const plan = planOf([25, 9, 0], 28);
    expect(stepsToPrepare(plan, [starting], addDays(START, 40), 21)).toMatchObject([
      { dose: 9, status: 'due' },
    ]);
    const back = [
      starting,
      buildDoseReport({ day: addDays(START, 28), dose: 9, step: 2 }),
      buildDoseReport({ day: addDays(START, 30), dose: 25, step: 1 }),
    ];
    expect(stepsToPrepare(plan, back, addDays(START, 31), 21)).toMatchObject([
      { dose: 9, status: 'waiting' },
    ]);
  });

  test('is not said of a step that was left out', () => {
    const plan = planOf([25, 9, 0], 28);
    const stopped = [starting, buildDoseReport({ day: addDays(START, 10), dose: 0, step: 3 })];
    expect(stepsToPrepare(plan, stopped, addDays(START, 11), 21)).toEqual([]);
  });
});
