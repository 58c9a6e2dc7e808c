import { expect, test } from '@jest/globals';
import { chooseRelease } from './choose-release.ts';
import { REGISTRY_SCHEMA, type Registry, type Release } from './registry.ts';

const release = (version: string, traffic: number): Release => ({
  url: `/features/mf-plan/${version}/remoteEntry.js`,
  metadata: { integrity: 'sha384-x', version },
  extras: { assets: [], load: [], contract: '^0.1.0' },
  deployment: { traffic, default: version === '1.0.0' },
});
const registry = (traffic: number, canary = '2.0.0'): Registry => ({
  schema: REGISTRY_SCHEMA,
  revision: 1,
  microFrontends: {
    'mf-plan': [release('1.0.0', 100 - traffic), release(canary, traffic), release('0.9.0', 0)],
    'mf-tracker': [release('1.0.0', 100), release('0.9.0', 0)],
  },
});
const people = Array.from({ length: 2000 }, (_, index) => `person-${index}`);
const inCanary = (traffic: number, canary?: string) =>
  people.filter(
    (person) => chooseRelease(registry(traffic, canary), 'mf-plan', person)?.metadata.version !== '1.0.0',
  );

test('about as many people as were asked for are in the canary, and the same ones each time', () => {
  const chosen = inCanary(10);
  expect(chosen.length).toBeGreaterThan(150);
  expect(chosen.length).toBeLessThan(250);
  expect(inCanary(10)).toEqual(chosen);
});

test('a wider canary keeps those who are in it, and the next canary chooses others', () => {
  expect(inCanary(20)).toEqual(expect.arrayContaining(inCanary(10)));
  expect(inCanary(10, '3.0.0')).not.toEqual(inCanary(10));
});

test('without a canary everybody gets the live release, never the last good one', () => {
  expect(chooseRelease(registry(10), 'mf-tracker', 'person-1')?.metadata.version).toBe('1.0.0');
  expect(chooseRelease(registry(10), 'mf-none', 'person-1')).toBeUndefined();
});
