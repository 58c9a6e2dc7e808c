import { expect, test } from '@jest/globals';
import type { OpenPages } from './release-target.ts';
import { watchRecall } from './watch-recall.ts';

/** What a recall of 2.0.0 says where the product knows of these pages, one list for each time it is asked; the last one stays. */
async function recall(...known: OpenPages[]): Promise<string> {
  let time = 0;
  return watchRecall(async () => (known.length > 1 ? known.shift() : known[0]) ?? [], '2.0.0', {
    now: () => time,
    wait: async (ms) => {
      time += ms;
    },
  });
}
const at = (version: string, ...pages: string[]): OpenPages => pages.map((page) => ({ page, version }));

test('a recall counts the pages that leave it, and those that show it only later', async () => {
  expect(
    await recall(
      at('2.0.0', 'a'),
      [...at('1.0.0', 'a', 'never'), ...at('2.0.0', 'b')],
      at('1.0.0', 'a', 'b', 'never'),
    ),
  ).toBe('2 of 2 open pages that showed 2.0.0 have left it, the last after 0.5 s.');
  expect(await recall([], at('1.0.0', 'a'))).toBe('No open page showed 2.0.0.');
});

test.each([
  ['goes on showing it', at('2.0.0', 'b')],
  ['is not heard of any more', []],
])('a recall says that a page which %s did not confirm, and never that it left', async (_, silent) => {
  expect(await recall(at('2.0.0', 'a', 'b'), [...at('1.0.0', 'a'), ...silent])).toBe(
    '1 of 2 open pages have left 2.0.0 in 45.5 s. 1 did not confirm: each is hidden, closed, without a network, or hangs and shows 2.0.0 until it is loaded again.',
  );
});
