import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, Result, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface WindowWithAxe {
  axe?: { run(options: RunOptions): Promise<AxeResults> };
}

/** What axe finds wrong in the page as it stands. It is put into each document once: most of its time is its start. */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<Result[]> {
  const run = () =>
    page.evaluate(
      async (chosen) =>
        (await (window as WindowWithAxe).axe?.run({ resultTypes: ['violations'], ...chosen }))?.violations,
      options,
    );
  const violations = await run();
  if (violations) return violations;
  // A driver's script is not subject to the page's policy. By the protocol itself, which takes a long text in less time.
  // The session stays: its end would take away a virtual authenticator, too.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const found = await run();
  if (!found) throw new Error('The page has left the document that axe was put into.');
  return found;
}
