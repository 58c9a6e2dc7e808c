import { rm } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { composeStack } from './compose.ts';
import { type Skew, skewedBuild } from './previous-releases.ts';
import { CHECKOUT_BUILD, type LocalStack, type Stack, startStack } from './stack.ts';

export { expect };

interface StackOptions {
  skew: Skew | null;
}

/** What Chromium says of a request that failed; the second is that of a service worker's script. */
const FAILED_REQUESTS = ['Failed to load resource', 'An unknown error occurred when fetching the script.'];

/**
 * A journey gets a stack (one for each worker, or with STEPWISE_URL the compose stack there) and a page on it. With
 * `skew` one part of the product is its previous release. It fails when the page throws or complains in its console; a
 * rejected or aborted request is part of some journeys and does not count.
 */
export const test = base.extend<{ faults: string[] }, StackOptions & { stack: Stack }>({
  skew: [null, { option: true, scope: 'worker' }],
  stack: [
    async ({ skew }, use) => {
      const { STEPWISE_URL } = process.env;
      const build = skew ? await skewedBuild(skew) : undefined;
      const stack = STEPWISE_URL ? composeStack(STEPWISE_URL) : await startStack(build);
      await use(stack);
      await stack.stop();
      if (build) await rm(build, { recursive: true });
    },
    // With the build of the previous releases.
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  faults: [
    async ({ context, stack, skew }, use, testInfo) => {
      if (skew === 'previous shell')
        await context.addInitScript(() => {
          window.hasOtherFrame = true;
        });
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(String(error.error())));
      context.on('console', (message) => {
        const isRequest = FAILED_REQUESTS.some((words) => message.text().startsWith(words));
        if (message.type() === 'error' && !isRequest) faults.push(message.text());
      });
      const before = stack.log().length;
      await use(faults);
      if (testInfo.errors.length > 0) {
        await testInfo.attach('server log', { body: stack.log().slice(before), contentType: 'text/plain' });
      }
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * For the top of a file: its journeys run on a server of their own with these settings. An option of the worker would cost
 * two more workers, each with a stack and a browser.
 */
export function onOwnStack(settings: Parameters<typeof startStack>[1]): () => Promise<LocalStack> {
  let starting: Promise<LocalStack> | undefined;
  const stack = () => (starting ??= startStack(CHECKOUT_BUILD, settings));
  test.use({ baseURL: async ({ browserName: _ }, use) => use((await stack()).url) });
  test.afterAll(async () => (await stack()).stop());
  return stack;
}

/** Fails on any accessibility violation of the page as it stands, once it shows something. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const violations = await findViolations(page);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`,
  );
  expect(found, page.url()).toEqual([]);
}
