import type { Page } from '@playwright/test';
import { breakFeature } from '../support/broken-release.ts';
import { openReleases, type StackReleases } from '../support/releases.ts';
import { whenKept } from '../support/service-worker.ts';
import { CHECKOUT_BUILD, type LocalStack, startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

let releases: StackReleases;
let stack: LocalStack;

test.beforeAll(async () => {
  stack = await startStack(CHECKOUT_BUILD, { LOG_LEVEL: 'info' });
  releases = await openReleases(stack);
});
test.afterAll(async () => {
  await releases.close();
  await stack.stop();
});

/** Opens a page and waits until the device keeps the app. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(stack.url + path);
  await whenKept(page);
}

/** The paths of all that the device's caches hold. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('shows what is live after a recall at the first visit, asks for a page of the team each time, and opens without a server', async ({
  page,
  context,
}) => {
  const version = '9.0.0-broken';
  await releases.put(breakFeature(await releases.live('mf-survey'), { version, fault: 'throws' }));
  await visit(page, '/about');
  const isCached = async () => (await cached(page)).some((path) => path.includes(version));
  expect(await isCached()).toBe(true);

  await releases.rollBack('mf-survey');
  await page.goto(`${stack.url}/about`);
  await expect.poll(isCached).toBe(false);
  const { live } = await releases.deployment('mf-survey');
  await expect.poll(async () => (await cached(page)).some((path) => path.includes(`${live}`))).toBe(true);
  await whenKept(page);

  await context.clearCookies();
  const requests = (): number => stack.log().split('"path":"/admin/log-in"').length - 1;
  for (let visits = 0; visits < 2; visits++) {
    await page.goto('about:blank');
    await page.goto(`${stack.url}/admin/log-in`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  }
  await expect.poll(requests).toBe(2);

  const start = await stack.cut();
  try {
    await page.goto(`${stack.url}/about`);
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    await page.goto(`${stack.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('is not working right now')).toHaveCount(0);
    for (const path of await cached(page)) expect(path).toMatch(/^\/(shell|features|admin)\/.+\.\w+$/);
    // What only the server knows is not pretended to be here.
    const other = await context.newPage();
    await expect(other.goto(`${stack.url}/account/reset`)).rejects.toThrow('ERR_FAILED');
    // A document without one of its scripts is a page on which nothing works.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) if (url.endsWith('/pages.js')) await cache.delete(url);
      }
    });
    await expect(page.goto(`${stack.url}/about`)).rejects.toThrow('ERR_FAILED');
  } finally {
    await start();
  }
});
