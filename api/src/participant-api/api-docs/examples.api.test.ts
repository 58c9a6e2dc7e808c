import { writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import * as z from 'zod';
import { createTestApi } from '../../testing/create-test-api.ts';
import { putLiveRelease } from '../../testing/releases.ts';
import { validBodies } from '../../testing/valid-bodies.ts';
import { examples } from './examples.ts';

const api = await createTestApi();
await putLiveRelease(api);

/** They end the session or the plan, which the others would then be asked without. */
const LAST: readonly string[] = [
  ...['loginUser', 'logInByPasskey', 'registerUser', 'leavePlan', 'saveUserAgree', 'saveUserDataConsent'],
  ...['stopContact', 'logoutUser'],
];
const isLeaf = (value: unknown) => typeof value !== 'object' || value === null;

/** Random values as fixed ones, and of each list its first two. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000')
      .replace(/participant\d+@/g, 'someone@')
      .replace(/\bpat\d+/g, 'pat')
      .replace(/record=P[0-9A-F]{12}/g, 'record=P000000000000')
      .replace(/[\w-]{30,}/g, (random) =>
        /\d/.test(random) && !random.startsWith('00000000-') ? 'x'.repeat(32) : random,
      );
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten);
  if (isLeaf(value)) return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, shorten(each)]));
}

/** The fields of a value, without what they hold. */
const fieldsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fieldsOf);
  if (isLeaf(value)) return typeof value;
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, fieldsOf(each)]));
};

describe('the examples of the API’s description', () => {
  test('are bodies that the API takes and what it answers (UPDATE_EXAMPLES=1 writes them again)', async () => {
    const visitor = await api.logIn();
    const bodies = await validBodies(api, visitor.participant.id);
    const names = (Object.keys(allCalls) as CallName[]).sort(
      (a, b) => LAST.indexOf(a) - LAST.indexOf(b) || 0,
    );
    const seen: typeof examples = {};
    for (const name of names) {
      const { method, path } = allCalls[name];
      const body = bodies[name];
      const { status, json } = await visitor.request(path, { method, body });
      expect([name, json?.error?.code]).not.toEqual([name, 'bad-request']);
      seen[name] = {
        ...(body !== undefined && { body: shorten(body) }),
        ...(status === 200 && { answer: shorten(json) }),
      };
    }
    if (process.env.UPDATE_EXAMPLES)
      writeFileSync(new URL('./examples.json', import.meta.url), `${JSON.stringify(seen, null, 2)}\n`);
    else expect(fieldsOf(examples)).toEqual(fieldsOf(seen));
  });

  test.each(Object.entries<Call>(allCalls))('that of %s has the shapes of the contract', (name, call) => {
    const { body, answer } = examples[name] ?? {};
    expect(body !== undefined).toBe(call.body !== null);
    if (call.body) expect(z.safeParse(call.body, body).error).toBeUndefined();
    const schema = call.responses[200];
    if (schema && answer !== undefined) expect(z.safeParse(schema, answer).error).toBeUndefined();
  });
});
