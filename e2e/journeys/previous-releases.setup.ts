import { expect, test as setup } from '@playwright/test';
import { buildPreviousReleases, whyWrongContractVersion } from '../support/previous-releases.ts';

setup('build the previous release of every package from its commit', async () => {
  await buildPreviousReleases();
});

setup('shared-contracts has the version that its changes since the previous releases need', async () => {
  await buildPreviousReleases();
  expect(await whyWrongContractVersion()).toBeUndefined();
});
