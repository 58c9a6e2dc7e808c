import { expect, test } from '@jest/globals';
import { firstDifference } from './first-difference.ts';

test.each([
  ['the same words', 'Home|60 mg', 'Home|60 mg', null],
  ['another word', 'Home|60 mg|Help', 'Home|40 mg|Helpers', ['60 mg', '40 mg']],
  ['a word more on the page', 'Home', 'Home|60 mg', ['', '60 mg']],
  ['a word more from the server', 'Home|60 mg', 'Home', ['60 mg', '']],
  ['another order', 'Home|Help', 'Help|Home', ['Home', 'Help']],
  ['nothing from the server', '', 'Home', ['', 'Home']],
  ['other spaces', 'Log in ', 'Log in', ['Log in ', 'Log in']],
  ['a document without markup', null, 'Home', null],
  ['a page that the app has not taken over', 'Home', null, null],
])('%s', (_, server, app, expected) => {
  const difference = expected && `the server says “${expected[0]}” where the page says “${expected[1]}”`;
  expect(firstDifference({ server, app })).toBe(difference);
});
