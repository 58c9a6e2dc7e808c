import { expect, test } from '@jest/globals';
import { pagination } from './pagination.ts';

/** The links as their words and pages, and the words between them. */
function shown(page: number, total: number) {
  const markup = pagination({ page, total, size: 25 }, (to) => `?page=${to}`)?.markup;
  if (markup === undefined) return null;
  return {
    links: [...markup.matchAll(/href="\?page=(\d+)">([^<]+)</g)].map(([, to, text]) => `${text} ${to}`),
    now: /<span>(.*?)<\/span>/.exec(markup)?.[1],
  };
}

test.each([
  [1, 25, null],
  [1, 0, null],
  [1, 26, { links: ['Next page 2'], now: 'Page 1 of 2' }],
  [2, 51, { links: ['Previous page 1', 'Next page 3'], now: 'Page 2 of 3' }],
  [3, 51, { links: ['Previous page 2'], now: 'Page 3 of 3' }],
  // Rows that went meanwhile leave a page behind the last one.
  [9, 51, { links: ['Previous page 3'], now: 'Page 9 of 3' }],
  [2, 25, { links: ['Previous page 1'], now: 'Page 2 of 1' }],
])('page %i of %i rows leads to those before and after it', (page, total, expected) => {
  expect(shown(page, total)).toEqual(expected);
});
