import type { Page } from '@playwright/test';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { expectAccessible } from './test.ts';

/** Of a screen that another journey has axe look at in every run, or that differs from one only in its words. */
export async function expectAccessibleNightly(page: Page): Promise<void> {
  if (isNightly) await expectAccessible(page);
}
