import { expect, test } from '@jest/globals';
import { softWrap } from './soft-wrap.ts';

test.each([
  ['Nina Example. Two words.', 'Nina Example. Two words.'],
  ['x'.repeat(20), 'x'.repeat(20)],
  [`Dr ${'x'.repeat(45)} Y`, `Dr ${'x'.repeat(20)}<wbr>${'x'.repeat(20)}<wbr>${'x'.repeat(5)} Y`],
  ['nina@example.org', 'nina@<wbr>example.<wbr>org'],
  ['timeline@demo.stepwise.example', 'timeline@<wbr>demo.<wbr>stepwise.<wbr>example'],
  [`${'x'.repeat(25)}@a.org`, `${'x'.repeat(20)}<wbr>xxxxx@<wbr>a.<wbr>org`],
  ['<b>', '&lt;b&gt;'],
])('%s may be broken where it is too long by itself', (text, markup) => {
  expect(softWrap(text).markup).toBe(markup);
});
