import { expect, test } from '@jest/globals';
import { REGISTRY_SCHEMA, type Registry, type Release } from '@stepwise/shared-contracts/federation/registry';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { chooseFeatures } from './choose-features.ts';
import { chooseShell } from './choose-shell.ts';
import { offlineDocument } from './render-document.ts';

const release = (name: string, version: string): Release => ({
  url: `/features/${name}/${version}/remoteEntry.js`,
  metadata: { integrity: `sha384-${version}`, version },
  extras: {
    assets: [],
    load: ['remoteEntry.js'],
    contract: '^0.1.0',
    container: `${name}_${version}`,
    manifest: {
      name,
      title: version,
      contract: '^0.1.0',
      routes: [{ path: `/${name}`, page: 'page', access: 'anyone' }],
      slots: [],
    },
  },
});
const shell: Release = {
  url: '/shell/1/main.js',
  metadata: { integrity: 'sha384-x', version: '1' },
  extras: { assets: [], load: [], contract: '^0.1.0' },
};
const deployed = (release: Release, traffic: number, isDefault = false): Release => ({
  ...release,
  deployment: { traffic, default: isDefault },
});
const registry: Registry = {
  schema: REGISTRY_SCHEMA,
  revision: 1,
  microFrontends: {
    shell: [shell],
    'mf-tracker': [release('mf-tracker', '1.0.0')],
    'mf-plan': [
      deployed(release('mf-plan', '2.0.0'), 80, true),
      deployed(release('mf-plan', '3.0.0'), 20),
      deployed(release('mf-plan', '1.0.0'), 0),
    ],
  },
};

const people = Array.from({ length: 1000 }, (_, index) => `person ${index}`);
const planOf = (person: string) => {
  const [plan] = chooseFeatures(registry, person);
  return [plan?.version, plan?.lastGood?.version];
};
const onCanary = people.filter((person) => planOf(person)[0] === '3.0.0');

test('about the canary’s share of people get it, always the same ones', () => {
  expect(onCanary.length).toBeGreaterThan(150);
  expect(onCanary.length).toBeLessThan(250);
  expect(people.filter((person) => planOf(person)[0] === '3.0.0')).toEqual(onCanary);
});

test('the live release replaces a canary, and the last good one replaces the live one', () => {
  for (const person of people)
    expect(planOf(person)).toEqual(onCanary.includes(person) ? ['3.0.0', '2.0.0'] : ['2.0.0', '1.0.0']);
});

test('a feature that was released once has nothing in reserve', () => {
  expect(chooseFeatures(registry, 'Pat').map(({ manifest, lastGood }) => [manifest.name, lastGood])).toEqual([
    ['mf-plan', expect.anything()],
    ['mf-tracker', undefined],
  ]);
});

test('the document preloads the release that the person gets, and allows the scripts of both', () => {
  const [tries] = onCanary as [string];
  const waits = people.find((person) => !onCanary.includes(person)) as string;
  const documentOf = (person: string) =>
    offlineDocument({
      registry,
      shell,
      person,
      path: '/mf-plan',
      loggedIn: false,
      nonce: 'n',
      site: buildSiteContent(),
    });
  for (const [person, version, lastGood] of [
    [tries, '3.0.0', '2.0.0'],
    [waits, '2.0.0', '1.0.0'],
  ] as const) {
    expect(documentOf(person)).toContain(
      `<link rel="preload" as="script" href="/features/mf-plan/${version}/remoteEntry.js"`,
    );
    expect(documentOf(person)).toContain(
      `"scriptFolders":["/shell/1/","/features/mf-plan/${version}/","/features/mf-tracker/1.0.0/","/features/mf-plan/${lastGood}/"]`,
    );
  }
});

test('a shell that failed in a browser is replaced by the live one, or the last good one', () => {
  const of = (version: string): Release => ({ ...shell, metadata: { ...shell.metadata, version } });
  const shells = { ...registry, microFrontends: { ...registry.microFrontends } };
  const versionFor = (person: string, failed?: string) =>
    chooseShell(shells, person, failed)?.metadata.version;
  expect(versionFor('Pat', '1')).toBe('1');
  shells.microFrontends.shell = [deployed(of('2'), 50, true), deployed(of('3'), 50), deployed(of('1'), 0)];
  const tries = people.find((person) => versionFor(person) === '3') as string;
  const waits = people.find((person) => versionFor(person) === '2') as string;
  expect([versionFor(tries, '3'), versionFor(tries, '2')]).toEqual(['2', '3']);
  expect([versionFor(waits, '2'), versionFor(waits, '3')]).toEqual(['1', '2']);
});
