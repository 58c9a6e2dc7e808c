import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { makeStack, OBSERVE, STACK } from './make-stack.ts';

/** Without what is said where a setting is missing. */
const services = (file: string) =>
  parse(readFileSync(file, 'utf8').replaceAll(/:\?[^}]*\}/g, ':?}'), { merge: true }).services;

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
    for (const key of ['environment', 'secrets', 'healthcheck', 'command', 'user', 'read_only', 'cap_drop'])
      expect([name, key, stack[name][key]]).toEqual([name, key, service[key]]);
  }
});

test('what brings a release is a job, which ends once it has, or was rejected eleven times; everything else runs on', () => {
  const entries = Object.entries<{ deploy: { mode?: string; restart_policy: object } }>(services(STACK));
  const jobs = entries.filter(([, { deploy }]) => deploy.mode === 'replicated-job');
  const cwd = `${import.meta.dirname}/../../..`;
  expect(jobs.map(([name]) => name).sort()).toEqual(globSync(['mf-*', 'shell'], { cwd }).sort());
  for (const [name, { deploy }] of entries)
    expect([name, deploy.restart_policy]).toEqual([
      name,
      deploy.mode === 'replicated-job'
        ? expect.objectContaining({ condition: 'on-failure', max_attempts: 10 })
        : { condition: 'any', delay: '2s' },
    ]);
});
