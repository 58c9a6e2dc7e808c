import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { addComposeService } from './compose-service.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const compose = readFileSync(join(CHECKOUT, 'docker-compose.yml'), 'utf8');
const features = readdirSync(CHECKOUT).filter((name) => name.startsWith('mf-'));

/** The lines below a top-level key, but for comments. */
function section(text: string, key: string): string {
  const [, lines = ''] = new RegExp(`^${key}:\\n((?:[ #].*\\n|\\n)*)`, 'm').exec(text) ?? [];
  return lines.replace(/^ *#.*\n/gm, '');
}

/** The lines below a key of a section, without what anchors it. */
const below = (lines: string, key: string) =>
  new RegExp(`^  ${key}:.*\\n((?:    .*\\n)*)`, 'm').exec(lines)?.[1];

test('every feature has a service and its team’s token', () => {
  expect(features).toContain('mf-plan');
  for (const name of features) {
    const service = below(section(compose, 'services'), name);
    expect(service).toContain(`args: { <<: *node-image, PACKAGE: ${name} }\n`);
    expect(service).toContain(`secrets: [{ source: release-token-${name}, target: release-token }]\n`);
    expect(below(section(compose, 'secrets'), `release-token-${name}`)).toContain(
      `"\${SECRETS}/release-token-${name}"`,
    );
  }
});

test('the renderer has no secret and no file of the host, and reaches only the API', () => {
  const services = section(compose, 'services');
  const renderer = below(services, 'renderer') ?? '';
  expect(renderer).toContain('networks: [rendering]\n');
  expect(renderer).not.toMatch(/^ {4}(environment|env_file|secrets|volumes|ports|tmpfs):/m);
  expect(below(section(compose, 'networks'), 'rendering')).toBe('    internal: true\n');
  const others = [...services.matchAll(/^ {4}networks: .*\brendering\b.*$/gm)].map(([line]) => line.trim());
  expect(others.sort()).toEqual(['networks: [default, releasing, rendering]', 'networks: [rendering]']);
  expect(below(services, 'api')).toContain('RENDERER_URL: http://renderer:3001\n');
});

test('a new feature gets those of the other features, and nothing else changes', () => {
  const changed = addComposeService(compose, 'mf-diary');
  for (const [key, name] of [
    ['services', 'mf-plan'],
    ['secrets', 'release-token-mf-plan'],
  ] as const) {
    const other = below(section(changed, key), name);
    expect(other).toContain('mf-plan');
    expect(below(section(changed, key), name.replace('plan', 'diary'))).toBe(
      other?.replaceAll('mf-plan', 'mf-diary'),
    );
  }
  const added = new Set(changed.split('\n').filter((line) => line.includes('mf-diary')));
  expect(added.size).toBe(5);
  expect(changed.replace(/^ {2}(release-token-)?mf-diary:\n(?: {4}.*\n)*/gm, '')).toBe(compose);
});

test('a file of another form is left to people', () => {
  expect(() => addComposeService('services:\n', 'mf-diary')).toThrow('add mf-diary by hand');
});
