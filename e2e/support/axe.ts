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
  const hasAxe = await page.evaluate(() => Boolean((window as WindowWithAxe).axe));
  // A driver's script is not subject to the page's policy.
  if (!hasAxe) await page.evaluate(AXE);
  const results = await page.evaluate(
    (chosen) => (window as WindowWithAxe).axe?.run({ resultTypes: ['violations'], ...chosen }),
    options,
  );
  if (!results) throw new Error('The page has left the document that axe was put into.');
  return results.violations;
}
