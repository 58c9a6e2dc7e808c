import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';

/**
 * Tells the server of a release that failed: once per page, release and outcome, also while the page is left. Whether it
 * arrives changes nothing here.
 */
export function createReleaseReporter(
  client: () => Promise<Client>,
): (failure: ReleaseReport) => Promise<void> {
  const told = new Set<string>();
  return async (failure) => {
    const key = Object.values(failure).join(' ');
    if (told.has(key)) return;
    told.add(key);
    await (await client()).send(releaseReport, failure, { keepalive: true }).catch(() => {});
  };
}
