import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';

/**
 * Reports a failed release to the server: once per page, release and outcome, also while the page is left. Whether it
 * arrives changes nothing here.
 */
export function createReleaseReporter(
  client: () => Promise<Client>,
): (failure: ReleaseReport) => Promise<void> {
  const reported = new Set<string>();
  return async (failure) => {
    const key = Object.values(failure).join(' ');
    if (reported.has(key)) return;
    reported.add(key);
    await (await client()).send(releaseReport, failure, { keepalive: true }).catch(() => {});
  };
}
