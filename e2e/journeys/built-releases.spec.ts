import { expect, test } from '@playwright/test';
import { findFailedChecks } from '@stepwise/api/src/release-api/release-checks.ts';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { REGISTRY_SCHEMA, type Registry } from '@stepwise/shared-contracts/federation/registry';
import { readBuilt, readBuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import { CHECKOUT_BUILD } from '../support/stack.ts';

test('each package of this checkout passes the checks of a release beside the others', async () => {
  const built = await readBuilt(CHECKOUT_BUILD);
  const registry: Registry = {
    schema: REGISTRY_SCHEMA,
    revision: 1,
    microFrontends: Object.fromEntries(built.map(({ name, release }) => [name, [release]])),
  };
  const calls = Object.values<Call>(allCalls).map(shapeOfCall);
  const filesOf = async (name: string, version: string) =>
    (await readBuiltRelease(CHECKOUT_BUILD, name, version)).files;
  for (const { name, release, files } of built)
    expect(await findFailedChecks({ name, release, files, registry, calls, filesOf }), name).toEqual([]);
});
