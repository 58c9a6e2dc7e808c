import { type ReleaseReport, releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';

const FRAME = /\/(?:features|shell)\/[\w./~-]+:\d+:\d+/g;

/** Where it was thrown, without its message, which may quote what a person entered. */
const originOf = ({ name, stack = '' }: Error): Pick<ReleaseReport, 'error' | 'frames'> => ({
  error: name,
  frames: (stack.match(FRAME) ?? []).slice(0, 10),
});

/**
 * Reports a failed release to the server: once per page, release and outcome, also while the page is left. Whether it
 * arrives changes nothing here.
 */
export function createReleaseReporter(
  client: () => Promise<Client>,
): (failure: ReleaseReport, error?: unknown) => Promise<void> {
  const reported = new Set<string>();
  return async (failure, error) => {
    const { feature, version, outcome } = failure;
    const key = [feature, version, outcome].join(' ');
    if (reported.has(key)) return;
    reported.add(key);
    const report = { ...failure, ...(error instanceof Error && originOf(error)) };
    await (await client()).send(releaseReport, report, { keepalive: true }).catch(() => {});
  };
}
