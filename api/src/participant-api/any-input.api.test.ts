import { expect, test } from '@jest/globals';
import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import * as fc from 'fast-check';
import { createTestApi } from '../testing/create-test-api.ts';
import { putLiveRelease } from '../testing/releases.ts';
import { validBodies } from '../testing/valid-bodies.ts';

const api = await createTestApi();
await putLiveRelease(api);
/** They end the session or the account, and have tests of their own. */
const ENDING: CallName[] = ['logoutUser', 'saveUserDataConsent', 'loginUser', 'registerUser'];
const visitor = await api.logIn();
const bodies = await validBodies(api, visitor.participant.id);
const calls = Object.entries<Call>(allCalls).filter(([name]) => !ENDING.includes(name as CallName));

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '1e999',
    -0,
    2 ** 31,
    1e21,
    "'; drop table participant; --",
    '{}',
    'null',
  ),
);

/** A good body in which some fields are exchanged for something odd. */
const nearlyGood = (body: unknown) =>
  typeof body === 'object' && body !== null
    ? fc
        .record(
          Object.fromEntries(
            Object.entries(body).map(([key, value]) => [
              key,
              fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 2, arbitrary: oddValue }),
            ]),
          ),
        )
        .map((nearly) => ({ ...nearly }))
    : oddValue;

test.each(calls)(
  '%s answers anything with what its contract knows, and never with a fault',
  async (name, call) => {
    const good = bodies[name as CallName];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(nearlyGood(good), oddValue),
        fc.constantFrom<Record<string, string>>(
          {},
          { 'x-time-zone': 'Etc/GMT+12' },
          { 'x-time-zone': '+23:59' },
          { 'idempotency-key': 'the-same-key-again' },
          { 'content-type': 'application/json; charset=utf-16' },
          { 'x-participant': 'nobody' },
        ),
        async (body, headers) => {
          const { status } = await visitor.request(call.path, {
            method: call.method,
            ...(call.method === 'POST' && { body: JSON.stringify(body) }),
            headers,
          });
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 12 },
    );
    expect((await visitor.request(allCalls.loginCheck.path)).status).toBe(204);
  },
);
