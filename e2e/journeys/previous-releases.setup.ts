import { test as setup } from '@playwright/test';
import { buildPreviousReleases } from '../support/previous-releases.ts';

setup('build the previous release of every package from its commit', async () => {
  await buildPreviousReleases();
});
