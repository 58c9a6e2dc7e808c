import { describe, expect, test } from '@jest/globals';
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

describe('a page that shows a recalled release', () => {
  const news = (changes: Partial<Registry>, shows: Record<string, string>) => {
    const { recalled, reload, features } = readNews(
      { ...registry, ...changes },
      new Map(Object.entries({ shell: '1.0.0', ...shows })),
    );
    return { recalled, reload, features: features.map(({ version }) => version) };
  };

  test('changes the feature in place where its shell suits the live release, and reloads where not', () => {
    const recalled = { 'mf-plan': ['3.0.0'], 'mf-tracker': ['1.0.0'] };
    const tracker = buildRelease('mf-tracker', '1.1.0', { requires: { react: '^20.0.0' } }).release;
    const microFrontends = { ...registry.microFrontends, 'mf-tracker': [tracker] };
    const changes = {
      microFrontends: { ...microFrontends, 'mf-plan': [release('2.0.0', 100, true)] },
      recalled,
    };
    expect(news(changes, { 'mf-plan': '3.0.0', 'mf-tracker': '1.1.0' })).toEqual({
      recalled: ['mf-plan'],
      reload: false,
      features: ['2.0.0'],
    });
    expect(news(changes, { 'mf-plan': '2.0.0', 'mf-tracker': '1.0.0' })).toEqual({
      recalled: ['mf-tracker'],
      reload: true,
      features: ['2.0.0'],
    });
  });

  test('reloads where that is the shell, whatever else it shows', () => {
    const recalled = { shell: ['1.0.0'] };
    expect(news({ recalled }, { 'mf-plan': '2.0.0' })).toEqual({
      recalled: ['shell'],
      reload: true,
      features: ['2.0.0'],
    });
    expect(news({ recalled }, {})).toEqual({ recalled: ['shell'], reload: true, features: [] });
  });
});
