import { expect, test } from '@jest/globals';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { createReleaseReporter } from './report-release.ts';

const failure = { feature: 'mf-plan', version: '0.1.0-00000001', outcome: 'failed-to-load' as const };

test('a failed release is reported once, and a lost report has no effect', async () => {
  // It answers no call, as without a network.
  const host = createFakeHost();
  const report = createReleaseReporter(async () => host.client);
  await Promise.all([report(failure), report({ ...failure }), report({ ...failure, feature: 'mf-tracker' })]);
  expect(host.sent.map(({ body }) => body)).toEqual([failure, { ...failure, feature: 'mf-tracker' }]);
});
