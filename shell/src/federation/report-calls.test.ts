import { expect, test } from '@jest/globals';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { reportCalls } from './report-calls.ts';

const RELEASE = { feature: 'mf-plan', version: '1.0.0' };

async function reportsOf(error: unknown, call: Call = loginCheck): Promise<unknown[]> {
  const reports: unknown[] = [];
  const failing = { send: () => Promise.reject(error) };
  const client = reportCalls(failing, RELEASE, (report) => reports.push(report));
  await expect(client.send(call, undefined)).rejects.toBe(error);
  return reports;
}

test.each([
  ['a rejected call', new CallError('conflict', 'No.', { status: 409 }), [{ outcome: 'failed-call' }]],
  [
    'a call that the server does not have',
    new CallError('no-such-call', 'No.', { status: 404 }),
    [{ outcome: 'unknown-call', call: `${loginCheck.method} ${loginCheck.path}` }],
  ],
  ['a session that ended', new CallError('not-logged-in', 'No.', { status: 401 }), []],
  ['a call that has to wait', new CallError('too-many-requests', 'No.', { status: 429 }), []],
  ['a network without an answer', new CallError('unreachable', 'No.'), []],
  ['a fault of the feature', new TypeError('No.'), []],
])('%s is reported as a fault of the release only where it is one', async (_, error, reports) => {
  expect(await reportsOf(error)).toEqual(reports.map((report) => ({ ...RELEASE, ...report })));
});

test('a call whose address could name a person is reported without it', async () => {
  const error = new CallError('no-such-call', 'No.', { status: 404 });
  const call: Call = { ...loginCheck, path: '/api/participants/7/' };
  expect(await reportsOf(error, call)).toEqual([{ ...RELEASE, outcome: 'unknown-call' }]);
});
