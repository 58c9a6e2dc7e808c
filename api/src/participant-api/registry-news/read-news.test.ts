import { expect, test } from '@jest/globals';
import { REGISTRY_SCHEMA, type Registry, type Release } from '@stepwise/shared-contracts/federation/registry';
import { buildRelease } from '../../testing/releases.ts';
import { readNews } from './read-news.ts';

const release = (version: string, traffic: number, isDefault = false): Release => ({
  ...buildRelease('mf-plan', version).release,
  deployment: { traffic, default: isDefault },
});
const registry: Registry = {
  schema: REGISTRY_SCHEMA,
  revision: 7,
  microFrontends: {
    shell: [buildRelease('shell', '1.0.0').release],
    'mf-plan': [release('2.0.0', 80, true), release('3.0.0', 20), release('1.0.0', 0)],
  },
};
const newsOf = (shows: Record<string, string>) =>
  readNews(registry, new Map(Object.entries({ shell: '1.0.0', ...shows })));
const planOf = (version: string) =>
  newsOf({ 'mf-plan': version }).features.map(({ version, lastGood }) => [version, lastGood?.version]);

test('a page stays in a canary, and one with another release gets the live one', () => {
  expect(planOf('3.0.0')).toEqual([['3.0.0', '2.0.0']]);
  for (const version of ['2.0.0', '1.0.0']) expect(planOf(version)).toEqual([['2.0.0', '1.0.0']]);
});

test('a page that shows a feature that is not in the registry gets none of it', () => {
  for (const name of ['mf-gone', 'constructor'])
    expect(newsOf({ [name]: '1.0.0' })).toEqual({ revision: 7, recalled: [], reload: false, features: [] });
});

test('a page whose shell is not in the registry gets no feature', () => {
  expect(newsOf({ shell: '0.9.0', 'mf-plan': '2.0.0' })).toMatchObject({ reload: false, features: [] });
});
