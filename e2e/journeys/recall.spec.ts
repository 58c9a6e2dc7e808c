import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { REGISTRY_NEWS } from '@stepwise/shared-contracts/federation/registry-news';
import { breakFeature } from '../support/broken-release.ts';
import { CHECKOUT } from '../support/checkout.ts';
import { press, tick } from '../support/press.ts';
import { openReleases } from '../support/releases.ts';
import { startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

test.use({ serviceWorkers: 'allow' });

const NAME = 'mf-tracker';
const RECALLED = '9.0.0-recalled';
const TOKEN = 'the token of a team in a journey';

test('a recall changes the feature of an open page in place, and keeps the check-up that was begun', async ({
  page,
}) => {
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  const stack = await startStack(undefined, { RELEASE_TOKENS: `${NAME} ${hash}` });
  const releases = await openReleases(stack);
  try {
    const { live } = await releases.deployment(NAME);
    await releases.put(breakFeature(await releases.live(NAME), { version: RECALLED, fault: 'none' }));
    await onTimeline(page, stack.url);
    const shows = (version: string | null) =>
      page.waitForRequest(
        (request) => request.url().includes(REGISTRY_NEWS) && request.url().includes(`${version}`),
      );
    const asked = shows(RECALLED);
    await page.goto(`${stack.url}/`);
    await asked;
    await press(page.getByRole('link', { name: 'Start check-up' }));
    await press(page.getByRole('button', { name: 'No', exact: true }));
    const symptom = page.getByRole('checkbox', { name: 'Night sweats' });
    await tick(symptom);
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));

    const { stdout } = await promisify(execFile)(
      'node',
      ['shared-contracts/tooling/release/release.ts', '--recall', NAME, '--why', 'It shows a wrong dose.'],
      {
        cwd: CHECKOUT,
        env: { ...process.env, STEPWISE_URL: stack.url, STEPWISE_RELEASE_TOKEN: TOKEN },
      },
    );
    // It waits for 45 seconds, in which a busy machine may not have shown the release in its place.
    expect(stdout).toMatch(/[01] of 1 open pages/);
    await expect(page.getByText('This page was updated.')).toBeAttached();
    await expect(symptom).toBeChecked();
    expect(documents).toEqual([]);
    // The release in its place goes on from there.
    await press(page.getByRole('button', { name: 'Next', exact: true }));
    await expect(page.getByRole('heading', { name: 'Was your mood good today?' })).toBeVisible();

    const askedAgain = shows(live);
    await page.reload();
    await askedAgain;
  } finally {
    await releases.close();
    await stack.stop();
  }
});
