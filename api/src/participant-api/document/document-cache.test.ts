import { expect, test } from '@jest/globals';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
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

test('a document is kept for each address, shell and choice of releases by itself', async () => {
  const release = (version: string, isDefault: boolean): Release => ({
    ...({ metadata: { version } } as Release),
    deployment: { traffic: 50, default: isDefault },
  });
  const tried = { microFrontends: { 'mf-plan': [release('1.0.0', true), release('2.0.0', false)] } };
  const planned = { ...registry, ...tried } as Registry;
  const people = Array.from({ length: 20 }, (_, index) => `person ${index}`);
  const versionFor = (person: string) => chooseRelease(planned, 'mf-plan', person)?.metadata.version ?? '';
  const read = documentCache();
  const ask = (person: string, address = '/about', of = shell) =>
    read('nonce', { registry: planned, shell: of, person, address }, async () => ({
      html: `${versionFor(person)} ${address} ${of.metadata.version}`,
      hasMarkup: true,
    }));
  const given = [];
  for (const person of people) given.push(await ask(person));
  expect(given).toEqual(people.map((person) => `${versionFor(person)} /about 1.0.0`));
  expect(new Set(given).size).toBe(2);
  const [person = ''] = people;
  expect(await ask(person, '/login')).toBe(`${versionFor(person)} /login 1.0.0`);
  const later = { metadata: { version: '1.1.0' } } as Release;
  expect(await ask(person, '/about', later)).toBe(`${versionFor(person)} /about 1.1.0`);
});
