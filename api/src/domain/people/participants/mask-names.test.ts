import { expect, test } from '@jest/globals';
import { maskNames } from './mask-names.ts';

const NAMES = ['Tom', "O'Neil-Ng", 'Dr Kim Nguyen', ''];

test.each([
  ['Tom fell; tom’s wife called.', '[name] fell; [name]’s wife called.'],
  ['Dr Nguyen (KIM) saw him tomorrow in Atom.', 'Dr [name] ([name]) saw him tomorrow in Atom.'],
  ["Mrs O'Neil-Ng called.", 'Mrs [name] called.'],
  ['Reached on 0355-500-011 or +61 491 570 006.', 'Reached on [phone] or [phone].'],
  ['Wrote to kim.nguyen@example.org, twice.', 'Wrote to [address], twice.'],
  ['From 2026-03-10 to 10/03/2026: 37.5 mg.', 'From 2026-03-10 to 10/03/2026: 37.5 mg.'],
])('%s', (text, masked) => {
  expect(maskNames(text, NAMES)).toBe(masked);
});

test('without a known name only addresses and numbers go', () => {
  expect(maskNames('Tom, 0491570006', [])).toBe('Tom, [phone]');
});
