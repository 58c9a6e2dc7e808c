import type { Page } from '@playwright/test';
import { expectAccessible } from './test.ts';

export const isNightly = process.env.NIGHTLY === '1';

/** Of a screen that another journey has axe look at in every run, or that differs from one only in its words. */
export async function expectAccessibleNightly(page: Page): Promise<void> {
  if (isNightly) await expectAccessible(page);
}
