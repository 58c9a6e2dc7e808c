/**
 * `npm run check:content -- FOLDER [OUT]`: says every fault of a trial's content by file, path and reason; without one it
 * walks through the product with that content and writes every screen and message in words to OUT
 * (`.stepwise/screens` by itself).
 */
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import {
  type Content,
  ContentError,
  loadContent,
} from '@stepwise/api/src/domain/core/content/load-content.ts';
import { findChromium } from '../support/find-chromium.ts';
import { startStack } from '../support/stack.ts';
import { messagesOf, otherWords } from './other-words.ts';
import type { Screen } from './read-screen.ts';
import { walkScreens } from './walk-screens.ts';
import { writeDocument } from './write-document.ts';

/** The same in each run, so that two versions can be compared. A Wednesday. */
const FIXED_TIME = '2027-03-10T01:00:00Z';

const [folder, out = '.stepwise/screens'] = process.argv.slice(2);
if (!folder) fail('Use: npm run check:content -- FOLDER [OUT]');
const content = load(folder);
process.stdout.write(`The content in ${folder} has no fault. Reading its screens …\n`);
const screens = await readAll(resolve(folder), content);
writeDocument(out, content.product.name, content.version, screens);
process.stdout.write(
  `${screens.length} screens and messages are in ${join(out, 'screens.html')} and screens.txt.\n`,
);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function load(from: string): Content {
  try {
    return loadContent(from);
  } catch (error) {
    if (error instanceof ContentError) fail(error.message);
    throw error;
  }
}

async function readAll(contentDir: string, content: Content): Promise<Screen[]> {
  const stack = await startStack(undefined, {
    CONTENT_DIR: contentDir,
    FIXED_TIME,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/fixed-clock.ts')}`,
  });
  const browser = await chromium.launch(await findChromium());
  try {
    const { timeZone } = content.product;
    const page = await browser.newPage({ baseURL: stack.url, locale: 'en-AU', timezoneId: timeZone });
    await page.clock.setFixedTime(FIXED_TIME);
    const walked = [...(await walkScreens(page, content)), ...messagesOf(content)];
    return [...walked, ...otherWords(content, walked)];
  } finally {
    await browser.close();
    await stack.stop();
  }
}
