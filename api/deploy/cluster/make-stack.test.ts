import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { makeStack, OBSERVE, STACK } from './make-stack.ts';

/** Without what is said where a setting is missing. */
const services = (file: string) =>
  parse(readFileSync(file, 'utf8').replaceAll(/:\?[^}]*\}/g, ':?}'), { merge: true }).services;

interface Service {
  command?: string[];
  healthcheck?: object;
  deploy: { mode?: string; restart_policy: object };
}

test('the stack is what its two sources make', () => {
  expect(readFileSync(STACK, 'utf8')).toBe(makeStack());
  expect(readFileSync(OBSERVE, 'utf8')).toBe(makeStack('observe'));
});

test('every service of one machine runs on three with the same environment, secrets, check and limits', () => {
  const compose = services(`${import.meta.dirname}/../../../docker-compose.yml`);
  const stack = services(STACK);
  for (const [name, service] of Object.entries<Record<string, unknown>>(compose)) {
    if (name === 'postgres') continue;
    if (service.profiles) {
      expect(stack).not.toHaveProperty(name);
      continue;
    }
    const sharedByRest = 'restart' in service ? ['healthcheck', 'command'] : [];
    for (const key of [...sharedByRest, 'environment', 'secrets', 'user', 'read_only', 'cap_drop'])
      expect([name, key, stack[name][key]]).toEqual([name, key, service[key]]);
  }
});

test('what brings a release stays once it has, and ends after eleven rejections; everything else is started again', () => {
  const top = `${import.meta.dirname}/../../..`;
  const [, brings] =
    /^CMD (.*)$/m.exec(readFileSync(`${top}/shared-contracts/release.Dockerfile`, 'utf8')) ?? [];
  const releases = globSync(['mf-*', 'shell'], { cwd: top });
  for (const [name, { command, healthcheck, deploy }] of Object.entries<Service>(services(STACK))) {
    expect([name, deploy.mode]).not.toEqual([name, 'replicated-job']);
    if (!releases.includes(name))
      expect([name, deploy.restart_policy]).toEqual([name, { condition: 'any', delay: '2s' }]);
    else
      expect({ name, command, healthcheck, policy: deploy.restart_policy }).toEqual({
        name,
        command: [
          ...['sh', '-c'],
          `${JSON.parse(brings ?? '').join(' ')} && touch /dev/shm/published && exec sleep infinity`,
        ],
        healthcheck: { test: ['CMD', 'test', '-e', '/dev/shm/published'], start_period: '24h' },
        policy: { condition: 'on-failure', delay: '1m', max_attempts: 10, window: '30m' },
      });
  }
});
