import type { FailedCheck } from '@stepwise/shared-contracts/release/release-api';

/** A release that may not go live. Its message says why, and what to do about it. */
export class FailedChecksError extends Error {
  override name = 'FailedChecksError';

  constructor(name: string, version: string, failed: readonly FailedCheck[]) {
    const lines = failed.map(({ cause, remedy }) => `  - ${cause}\n    ${remedy}`);
    super(`${name} ${version} was rejected. What is live has not changed.\n${lines.join('\n')}`);
  }
}
