import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrowserContext, expect, test } from '@playwright/test';
import { REGISTRY_NEWS } from '@stepwise/shared-contracts/federation/registry-news';
import { breakFeature } from '../support/broken-release.ts';
import { CHECKOUT } from '../support/checkout.ts';
import { openReleases } from '../support/releases.ts';
import { startStack } from '../support/stack.ts';

const NAME = 'mf-survey';
const RECALLED = '9.0.0-recalled';
const TOKEN = 'the token of a team in a test';
const PAGES = 50;

/** Opens the welcome page in another tab, and resolves once it has said which release it shows. */
async function openPage(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const asked = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === REGISTRY_NEWS && !!searchParams.get('shows')?.includes(`${NAME}@${RECALLED}`);
  });
  await page.goto('/');
  await asked;
}

test(`a recall reaches ${PAGES} open pages, and says after how long`, async ({ browser }) => {
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  const stack = await startStack(undefined, { RELEASE_TOKENS: `${NAME} ${hash}` });
  const releases = await openReleases(stack);
  const context = await browser.newContext({ baseURL: stack.url });
  try {
    await releases.put(breakFeature(await releases.live(NAME), { version: RECALLED, fault: 'none' }));
    for (let count = 0; count < PAGES; count++) await openPage(context);
    const { stdout } = await promisify(execFile)(
      'node',
      ['shared-contracts/tooling/release/release.ts', '--recall', NAME, '--why', 'It shows a wrong dose.'],
      {
        cwd: CHECKOUT,
        env: { ...process.env, STEPWISE_URL: stack.url, STEPWISE_RELEASE_TOKEN: TOKEN },
      },
    );
    const last = stdout.trim().split('\n').at(-1) ?? '';
    process.stdout.write(`  ${last}\n`);
    expect(last).toContain(`${PAGES} of ${PAGES} open pages that showed ${RECALLED} have left it`);
  } finally {
    await context.close();
    await releases.close();
    await stack.stop();
  }
});
