import { expect, test } from '@jest/globals';
import { estimateStrength } from './estimate-strength.ts';

test('the strength of a password estimates in a thread of its own, so that a long one delays nothing', async () => {
  const order: string[] = [];
  const estimated = estimateStrength('pa55word!'.repeat(28), []).then(() => order.push('estimate'));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('other work');
  await estimated;
  expect(order).toEqual(['other work', 'estimate']);
});

test('the strength of a password judges the first 30 characters', async () => {
  expect(await estimateStrength(`${'a'.repeat(30)}k7#vQ9!zRw`, [])).toBe(0);
  expect(await estimateStrength('seven quiet lanterns', [])).toBe(4);
  expect(await estimateStrength('quartermain', ['Quartermain'])).toBe(0);
});
