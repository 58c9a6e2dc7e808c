import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../support/find-chromium.ts';
import { expect, test } from '../support/test.ts';

// Private windows, such as those of the other journeys, install nothing.
test('can be put among the apps of a device', async ({ stack }) => {
  const profile = await mkdtemp(join(tmpdir(), 'stepwise-profile-'));
  const context = await chromium.launchPersistentContext(profile, await findChromium());
  try {
    const page = await context.newPage();
    await page.goto(stack.url);
    const devTools = await context.newCDPSession(page);
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, url } = await devTools.send('Page.getAppManifest');
    expect([errors, url]).toEqual([[], `${stack.url}/app.webmanifest`]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
});
