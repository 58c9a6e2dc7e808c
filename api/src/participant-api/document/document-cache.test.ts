import { expect, test } from '@jest/globals';
import type { Registry, Release } from '@stepwise/shared-contracts/federation/registry';
import { documentCache } from './document-cache.ts';

const registry = { microFrontends: {} } as Registry;
const shell = { metadata: { version: '1.0.0' } } as Release;

test('a document is kept but for its nonce, and made again as long as it has no markup', async () => {
  const read = documentCache();
  let made = 0;
  const ask = (nonce: string, hasMarkup: boolean) =>
    read(nonce, { registry, shell, person: 'someone', address: '/about' }, async (mark) => {
      made += 1;
      return { html: `<script nonce="${mark}"></script>${made}`, hasMarkup };
    });
  expect(await ask('first', false)).toBe('<script nonce="first"></script>1');
  expect(await ask('second', true)).toBe('<script nonce="second"></script>2');
  expect(await ask('third', true)).toBe('<script nonce="third"></script>2');
});
