import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedUp } from '../support/people.ts';
import { CHECKOUT_RELEASES, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** The checkout's releases, without the folder of one feature until it is put there. */
async function releasesWithout(missing: string) {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-releases-'));
  const link = (path: string) => symlink(join(CHECKOUT_RELEASES, path), join(folder, path));
  await mkdir(join(folder, 'features'));
  await cp(join(CHECKOUT_RELEASES, 'registry.json'), join(folder, 'registry.json'));
  await link('shell');
  for (const name of ['mf-survey', 'mf-consent', 'mf-plan', 'mf-tracker', 'mf-helpers']) {
    if (name !== missing) await link(`features/${name}`);
  }
  return {
    folder,
    putBack: () => link(`features/${missing}`),
    remove: () => rm(folder, { recursive: true }),
  };
}

test('a feature whose release is missing costs itself alone, and comes back when it is there', async ({
  browser,
}) => {
  // It starts a server and a database of its own.
  test.slow();
  const releases = await releasesWithout('mf-helpers');
  const stack = await startStack(releases.folder);
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  const fallback = page.getByText('“Helpers” is not working right now');
  try {
    await signedUp(page, stack.url);
    await page.goto('/contact');
    await expect(fallback).toBeVisible();
    await expect(page.getByRole('link', { name: /13 11 14/ }).last()).toBeVisible();
    await expectAccessible(page);

    await page.goto('/consent');
    await expect(page.getByRole('button', { name: 'I agree' })).toBeVisible();
    await page.goto('/survey');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

    await page.getByRole('link', { name: 'Helpers' }).click();
    await expect(fallback).toBeVisible();
    await releases.putBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Add your doctor or nurse' })).toBeVisible();
  } finally {
    await context.close();
    await stack.stop();
    await releases.remove();
  }
});
