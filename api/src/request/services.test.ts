import { expect, test } from '@jest/globals';
import { acceptedSecrets } from './services.ts';

test('what any earlier secret has signed is accepted, after what the present one signs', () => {
  const services = { linkSecret: 'third', earlierSecrets: ['second', 'first'] };
  expect(acceptedSecrets(services)).toEqual(['third', 'second', 'first']);
});
