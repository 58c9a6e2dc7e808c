import { expect, test } from '@jest/globals';
import { callHref, mailHref } from './contact-links.ts';

test.each([
  ['0491-570-006', 'tel:0491570006'],
  ['+61 (3) 5550 0000', 'tel:+61355500000'],
  ['+61 (0)3 5550 0000', 'tel:+61355500000'],
  ['(03) 5550 0000 ext 12', 'tel:0355500000'],
  ['Room 5, 03 5550 0000 / 0491 570 006', 'tel:0355500000'],
  ['03 5550 0000 0491 570 006', null],
  ['000', 'tel:000'],
  ['ward 12', null],
  ['+123 456 789 012 345', 'tel:+123456789012345'],
  ['1234 5678 9012 3456', null],
  ['ask at reception', null],
  ['', null],
])('calls %j by %j', (phone, href) => {
  expect(callHref(phone)).toBe(href);
});

test('an address cannot smuggle a subject or a second recipient into the mail', () => {
  expect(mailHref('kim@example.org')).toBe('mailto:kim@example.org');
  expect(mailHref('kim?bcc=x,y@example.org')).toBe('mailto:kim%3Fbcc%3Dx%2Cy@example.org');
});
