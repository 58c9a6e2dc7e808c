import { expect, jest, test } from '@jest/globals';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { createReleaseReporter } from './report-release.ts';

const failure = { feature: 'mf-plan', version: '0.1.0-00000001', outcome: 'failed-to-load' as const };

test('a failed release is reported once, and a lost report has no effect', async () => {
  // It answers no call, as without a network.
  const host = createFakeHost();
  const report = createReleaseReporter(async () => host.client);
  const others = [
    { ...failure, feature: 'mf-tracker' },
    { ...failure, version: '0.2.0-00000002' },
    { ...failure, outcome: 'failed-to-render' as const },
  ];
  const send = jest.spyOn(host.client, 'send');
  await Promise.all([report(failure, null), report({ ...failure }, new Error('again'))]);
  for (const other of others) await report(other, null);
  expect(host.sent.map(({ body }) => body)).toEqual([failure, ...others]);
  // Also while the page is left.
  expect(send.mock.calls.map(([, , options]) => options)).toEqual(Array(4).fill({ keepalive: true }));
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

test('a report names the ten innermost places', async () => {
  const host = createFakeHost();
  const places = Array.from({ length: 12 }, (_, line) => `${ENTRY}:${line}:1`);
  const error = Object.assign(new TypeError('no'), { stack: places.join('\n') });
  await createReleaseReporter(async () => host.client)(failure, error);
  expect(host.sent[0]?.body).toMatchObject({ frames: places.slice(0, 10) });
});
