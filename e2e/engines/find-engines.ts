import { existsSync, globSync } from 'node:fs';
import { chromium, firefox, webkit } from '@playwright/test';
import { findChromium } from '../support/find-chromium.ts';
import type { Engine } from './driver.ts';
import { firefoxEngine } from './firefox-driver.ts';
import { playwrightEngine } from './playwright-driver.ts';
import { webkitEngine } from './webkit-driver.ts';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
const MINI_BROWSERS = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

const isInstalled = (type: { executablePath(): string }) => existsSync(type.executablePath());

/** The engines of this machine, Playwright's own first; `missing` says in a line each what is left out, and why. */
export async function findEngines(): Promise<{ engines: Engine[]; missing: string[] }> {
  const engines = [playwrightEngine(chromium, await findChromium())];
  const missing: string[] = [];

  const executable = FIREFOX.find((path) => existsSync(path));
  if (isInstalled(firefox)) engines.push(playwrightEngine(firefox));
  else if (executable) engines.push(firefoxEngine(executable));
  else missing.push('firefox: neither Playwright’s own nor an installed one (Debian’s firefox-esr)');

  const [miniBrowser] = globSync(MINI_BROWSERS);
  if (isInstalled(webkit)) engines.push(playwrightEngine(webkit));
  else if (miniBrowser && WEBKIT_DRIVER.every((path) => existsSync(path)))
    engines.push(webkitEngine(miniBrowser));
  else missing.push('webkit: neither Playwright’s own nor Debian’s webkit2gtk-driver with xvfb');

  return { engines, missing };
}
