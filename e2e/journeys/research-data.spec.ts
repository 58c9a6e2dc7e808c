import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { saveHomestep, saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { strFromU8, unzipSync } from 'fflate';
import { logIn } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { answerBaseline, clientOf, signedUp } from '../support/participants.ts';
import { press } from '../support/press.ts';
import { DEMONSTRATION_PASSWORD, enterAsStaff, goTo } from '../support/staff.ts';
import { expect, expectAccessible, onOwnStack, test } from '../support/test.ts';

const stack = onOwnStack({ ALLOCATION: 'manual' });

async function expectToFit(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (size) await page.setViewportSize(size);
}

test('a manager randomises a waiting participant, whose pages then move on', async ({ page }) => {
  const { url } = await stack();
  const account = await signedUp(page, url);
  const client = clientOf(page, url);
  await client.send(saveUserAgree, { futureContact: false, consentAgree: true });
  await answerBaseline(client);
  await page.goto('/');
  const saved = page.waitForResponse((response) => response.url().endsWith(saveHomestep.path));
  await press(page.getByRole('button', { name: 'I Confirm' }));
  await expect(page.getByText('The research team will tell you what comes next.')).toBeVisible();
  await (await saved).finished();

  await enterAsStaff(page, 'manager');
  await goTo(page, 'Allocation');
  await expectAccessibleNightly(page);
  await expectToFit(page);
  await press(page.getByRole('link', { name: /Randomise Alex/ }).last());
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Randomise' }));
  const card = page.getByRole('region', { name: 'Allocation' });
  await expect(card.getByText(/^(Reduction|Usual care)$/)).toBeVisible();
  await expectAccessibleNightly(page);
  await expectToFit(page);
  const isInReduction = await card.getByText('Reduction', { exact: true }).isVisible();

  await forgetSession(page);
  await logIn(page, account);
  const next = isInReduction
    ? page.getByRole('link', { name: 'Plan', exact: true })
    : page.getByText(/contacted in 3 months/);
  await expect(next.first()).toBeVisible();
});

test('a manager exports the data, finds its checksum on the page, and views the content versions', async ({
  page,
}) => {
  await enterAsStaff(page, 'manager');
  await goTo(page, 'Export');
  await expectAccessibleNightly(page);
  await expectToFit(page);
  await page.getByLabel('What the data are for').fill('Interim analysis for the safety board');
  await press(page.getByRole('button', { name: 'Go on to sign' }));
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByLabel('Your password').fill(DEMONSTRATION_PASSWORD);
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Sign', exact: true }));
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^stepwise-\d{8}T\d{4}Z\.zip$/);
  const bytes = await readFile(await download.path());

  const files = new Map(Object.entries(unzipSync(bytes)));
  const sums = strFromU8(files.get('SHA256SUMS') ?? new Uint8Array())
    .trimEnd()
    .split('\n');
  expect(sums).toHaveLength(files.size - 1);
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    const hash = createHash('sha256').update(files.get(name) ?? '');
    expect(hash.digest('hex'), name).toBe(sum);
  }
  const everything = [...files.values()].map((file) => strFromU8(file)).join('\n');
  expect(everything).toContain('daily_record');
  for (const name of ['Tom', 'Petra', 'demo.stepwise.example', 'Kim Nguyen'])
    expect(everything).not.toContain(name);

  await page.goto('/admin/export');
  const row = page.getByRole('row').filter({ hasText: createHash('sha256').update(bytes).digest('hex') });
  await expect(row.getByText(/^Sent to the end, with \d+ participants?$/)).toBeVisible();
  await expect(row.getByText('Interim analysis for the safety board')).toBeVisible();
  await expectAccessibleNightly(page);
  await expectToFit(page);

  await goTo(page, 'Content');
  await expect(page.getByRole('row').filter({ hasText: 'consent.yaml' }).getByText('Yes')).toBeVisible();
  await expectToFit(page);
});

test('a researcher cannot open allocation, export or content', async ({ page }) => {
  await enterAsStaff(page, 'researcher');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Allocation', 'Export', 'Content']) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0);
    const answer = await page.goto(`/admin/${name.toLowerCase()}`);
    expect(answer?.status()).toBe(403);
  }
});
