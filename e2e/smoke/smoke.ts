/**
 * Opens every page and slot of one package's release in a real browser, as a visitor and as each demonstration
 * participant, over the real server: `node e2e/smoke/smoke.ts RELEASES NAME`. Prints one line per fault.
 * Exits with 1 when it could not run.
 */
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, errors, type Page } from '@playwright/test';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-manifest';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import { mayBeOf } from '@stepwise/tooling/release/attribute-fault';
import { firstDifference } from '@stepwise/tooling/release/first-difference';
import {
  DEMONSTRATION_PASSWORD,
  demonstrationParticipants,
} from '../../api/src/domain/people/participants/demonstration-accounts.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/find-chromium.ts';
import { clientOf } from '../support/participants.ts';
import { takenOver, watchMarkup } from '../support/server-markup.ts';
import { startStack } from '../support/stack.ts';

const SHOW_TIMEOUT_MS = 15_000;
/** Longer than all that is waited for. */
const HANGS_AFTER_MS = 60_000;

const [releases, name] = process.argv.slice(2);
if (!releases || !name) throw new Error('Name the folder of releases and the package to try.');

/** The package whose release is tried. */
const changed = name;
const manifests = await readManifests(releases, name);
const routes = manifests.flatMap((manifest) => manifest.routes);
// The start page has every slot, each for other participants.
const starts = manifests.some(({ slots }) => slots.length > 0) ? ['/'] : [];
const paths = [...starts, ...routes.map(({ path }) => path)];
const accounts = [undefined, ...demonstrationParticipants.map(({ email }) => email)];

const stack = await startStack(releases, { LOG_LEVEL: 'warn' });
const browser = await openBrowser(stack.url);
try {
  const visits = await Promise.all(accounts.map((email) => visit(browser, stack.url, email)));
  const opened = new Set(visits.flatMap((one) => one.opened));
  const unopened = paths
    .filter((path) => !opened.has(path))
    .map((path) => `${path} opens for no demonstration participant: each is redirected.`);
  const faults = new Set([...visits.flatMap((one) => one.faults), ...unopened, ...notRendered(stack.log())]);
  for (const fault of faults) process.stdout.write(`${fault.replace(/\s+/g, ' ')}\n`);
} finally {
  await browser.close();
  await stack.stop();
}

/** It reaches the server of this run and no other address, whatever a release asks for. */
async function openBrowser(url: string): Promise<Browser> {
  try {
    const { executablePath, args } = await findChromium();
    const { host } = new URL(url);
    const rules = `--host-resolver-rules=MAP ${host} ${host}, MAP * ~NOTFOUND`;
    return await chromium.launch({ executablePath, args: [...args, rules] });
  } catch (error) {
    process.stderr.write(
      `No browser could be started. Install Chromium, or name one by CHROMIUM_PATH.\n${(error as Error).message}\n`,
    );
    await stack.stop();
    process.exit(1);
  }
}

/** Whose server build threw, by the log: one that was only slow may have had a busy machine. */
function notRendered(log: string): string[] {
  const failed = log.split('\n').filter((line) => line.includes('a page was not rendered'));
  return failed.flatMap((line) => {
    const { hasThrown, feature = SHELL } = JSON.parse(line) as { hasThrown: boolean; feature?: string };
    const isOfChanged = changed === SHELL || changed === feature;
    return hasThrown && isOfChanged ? [`The server build of ${feature} throws on a page.`] : [];
  });
}

/** Of the package itself, or of every feature where it is the shell that changes. */
async function readManifests(folder: string, wanted: string): Promise<FeatureManifest[]> {
  return (await readBuilt(folder))
    .filter(({ name: other }) => wanted === SHELL || other === wanted)
    .flatMap(({ release }) => release.extras.manifest ?? []);
}

/** All pages, one after the other, as one person or, without an address, as a visitor. */
async function visit(chrome: Browser, url: string, email: string | undefined) {
  const context = await chrome.newContext({
    baseURL: url,
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
  });
  context.setDefaultTimeout(SHOW_TIMEOUT_MS);
  await watchMarkup(context);
  let page = await context.newPage();
  const faults: string[] = [];
  /** Paths that opened, whole or not. */
  const opened: string[] = [];
  let path = '';
  const fault = (text: string) => faults.push(`${path}: ${text}`);
  context.on('weberror', (thrown) => {
    const error = thrown.error();
    if (mayBeOf(changed, error.stack ?? '')) fault(`it threw ${error}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && mayBeOf(changed, message.location().url))
      fault(`the console says ${message.text().split('\n')[0]}`);
  });
  if (email) {
    const client = clientOf(page, url);
    await client.send(loginCheck, undefined);
    await client.send(loginUser, { username: email, password: DEMONSTRATION_PASSWORD });
  }
  async function look(): Promise<void> {
    await page.goto(path);
    const missing = await findMissing(page);
    if (missing) fault(missing);
    const difference = missing ? null : firstDifference(await takenOver(page));
    if (difference) fault(`${difference}.`);
    if (new URL(page.url()).pathname !== path) return;
    opened.push(path);
    for (const barrier of missing ? [] : await findBarriers(page)) fault(barrier);
  }
  for (path of paths) {
    const answers = await Promise.race([
      look().then(() => true, isHanging),
      setTimeout(HANGS_AFTER_MS, false, { ref: false }),
    ]);
    if (answers) continue;
    fault('the page hangs.');
    opened.push(path);
    void page.close().catch(() => {});
    page = await context.newPage();
  }
  await context.close();
  return { faults, opened };
}

/** Gives false where the page did not answer in time. */
function isHanging(error: unknown): false {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
}

/** Waits until the page is loaded, and returns what is missing from it. */
async function findMissing(page: Page): Promise<string | undefined> {
  const main = page.locator('main');
  const fallback = main.getByText('is not working right now');
  const loading = main.getByRole('status').filter({ hasText: /^Loading/ });
  try {
    await main.getByRole('heading', { level: 1 }).first().waitFor({ timeout: SHOW_TIMEOUT_MS });
    await loading.first().waitFor({ state: 'hidden', timeout: SHOW_TIMEOUT_MS });
  } catch {
    return `nothing is shown within ${SHOW_TIMEOUT_MS / 1000} s.`;
  }
  return (await fallback.count()) > 0 ? `${await fallback.first().textContent()}.` : undefined;
}

/** The serious and critical violations that axe finds. */
async function findBarriers(page: Page): Promise<string[]> {
  const violations = await findViolations(page);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ help, nodes }) => `${help}: ${nodes[0]?.html}`);
}
