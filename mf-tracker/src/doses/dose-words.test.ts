import { expect, test } from '@jest/globals';
import { buildVenlafaxineSchedule } from '@stepwise/tooling/testing/entity-builders';
import { doseWordsFor } from './dose-words.ts';

test('a dose is worded by its own schedule, else by the plan’s; one that is only assumed is not named', () => {
  const drops = buildVenlafaxineSchedule({ id: 30, unit: 'drops', doseWords: [] });
  const words = doseWordsFor({
    ...{ schedule: 17, timesperday: 2, schedules: [drops, buildVenlafaxineSchedule()] },
  });
  const both = (step: Parameters<typeof words.amount>[0]) => [words.amount(step), words.breakdown(step)];
  expect(both({ dose: 225 })).toEqual(['225 mg', '150mg once plus 75mg once']);
  expect(both({ dose: 225, schedule: 30 })).toEqual(['225 drops', null]);
  expect(both({ dose: 225, isAssumed: true })).toEqual(['? mg', null]);
  expect(both({ dose: 225, schedule: 30, isAssumed: true })).toEqual(['? drops', null]);
});
