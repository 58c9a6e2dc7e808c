import { expect, test } from '@jest/globals';
import { addressesOf } from './addresses-of.ts';

test('each address keeps the path, below which a local renderer listens', async () => {
  expect(await addressesOf('http://localhost:8081/a-random-path')).toEqual([
    'http://127.0.0.1:8081/a-random-path',
  ]);
  expect(await addressesOf('http://localhost:8081/')).toEqual(['http://127.0.0.1:8081']);
});
