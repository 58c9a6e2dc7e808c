import { expect, test } from '@jest/globals';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { createReleaseReporter } from './report-release.ts';

const failure = { feature: 'mf-plan', version: '0.1.0-00000001', outcome: 'failed-to-load' as const };

test('a failed release is reported once, and a lost report has no effect', async () => {
  // It answers no call, as without a network.
  const host = createFakeHost();
  const report = createReleaseReporter(async () => host.client);
  const other = { ...failure, feature: 'mf-tracker' };
  await Promise.all([report(failure, null), report({ ...failure }, new Error('again')), report(other, null)]);
  expect(host.sent.map(({ body }) => body)).toEqual([failure, other]);
});

const ENTRY = '/features/mf-plan/0.1.3-0123456789ab/~2/feature.js';
test.each([
  [
    'Chromium',
    `TypeError: of jo@example.org\n    at Plan (https://stepwise.example${ENTRY}:1:234)\n    at <anonymous>`,
  ],
  ['Safari and Firefox', `Plan@https://stepwise.example${ENTRY}:1:234\n[native code]`],
])('a report says where it was thrown, and nothing of the message (%s)', async (_, stack) => {
  const host = createFakeHost();
  const error = Object.assign(new TypeError('of jo@example.org'), { stack });
  await createReleaseReporter(async () => host.client)(failure, error);
  const body = { ...failure, error: 'TypeError', frames: [`${ENTRY}:1:234`] };
  expect(host.sent.map((sent) => sent.body)).toEqual([body]);
  expect(releaseReport.body?.safeParse(body).success).toBe(true);
});
