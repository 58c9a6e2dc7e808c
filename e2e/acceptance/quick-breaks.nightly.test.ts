import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { runQuick } from '../breaks/quick/run-quick.ts';

const planted = (id: string, replace: string) => ({
  ...{ id, replace, file: 'mf-tracker/src/components/check-up/check-up-flow.ts' },
  find: 'ids.filter((other) => other !== id);',
  tests: {
    'mf-tracker/src/components/check-up/check-up-flow.test.ts': [
      'a choice toggled twice is as it was, and never counted twice',
    ],
  },
});

test('breaks tried in one run are found, survive or are undecided, each by its own change', async () => {
  const breaks = [
    planted('found', '[...ids];'),
    planted('survived', 'ids.filter((other) => other !== id); // The same.'),
    planted('undecided', 'ids.filter(('),
  ];
  const results = await runQuick(resolve(import.meta.dirname, '../..'), breaks, () => {});
  expect(results.map(({ outcome }) => outcome)).toEqual(breaks.map(({ id }) => id));
});
