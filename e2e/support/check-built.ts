import { findFailedChecks } from '@stepwise/api/src/release-api/release-checks.ts';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { REGISTRY_SCHEMA, type Registry } from '@stepwise/shared-contracts/federation/registry';
import { readBuilt, readBuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import type { FailedCheck } from '@stepwise/shared-contracts/release/release-api';

/** What the server's checks have against each package of a build, were it released beside the others. */
export async function checkBuilt(folder: string): Promise<[name: string, failed: FailedCheck[]][]> {
  const built = await readBuilt(folder);
  const registry: Registry = {
    schema: REGISTRY_SCHEMA,
    revision: 1,
    microFrontends: Object.fromEntries(built.map(({ name, release }) => [name, [release]])),
  };
  const calls = Object.values<Call>(allCalls).map(shapeOfCall);
  const filesOf = async (name: string, version: string) =>
    (await readBuiltRelease(folder, name, version)).files;
  return Promise.all(
    built.map(async ({ name, release, files }) => [
      name,
      await findFailedChecks({ name, release, files, registry, calls, filesOf }),
    ]),
  );
}
