import { canaryRelease } from '@stepwise/shared-contracts/federation/registry';
import { flipWithdraw } from '@stepwise/tooling/release/flip';
import {
  changeRegistry,
  RegistryConflictError,
  readRegistry,
} from '@stepwise/tooling/release/registry-store';
import type { Logger } from 'pino';
import { describeError } from '../../platform/errors/describe-error.ts';

interface Withdrawal {
  releasesDir: string;
  feature: string;
  version: string;
  reason: string;
  at: Date;
  log: Logger;
}

/**
 * Gives those who were on the canary the live release with their next document. Several replicas may find the canary bad
 * at once: one takes it back. Where that fails the log says so, and the next report tries again.
 */
export async function withdrawCanary({
  releasesDir,
  feature,
  version,
  reason,
  at,
  log,
}: Withdrawal): Promise<void> {
  try {
    const registry = await readRegistry(releasesDir);
    if (canaryRelease(registry, feature)?.metadata.version !== version) return;
    const flip = flipWithdraw(registry, feature);
    if (!flip) return;
    await changeRegistry(releasesDir, registry.revision, flip, { who: 'api', at, reason });
    log.warn({ feature, version, reason }, 'a canary was taken back');
  } catch (error) {
    // Another replica was quicker, or a person has just decided about this feature.
    if (error instanceof RegistryConflictError) return;
    log.error(
      { ...describeError(error), feature, version },
      'a canary that fails could not be taken back; the server needs to write in the folder of releases',
    );
  }
}
