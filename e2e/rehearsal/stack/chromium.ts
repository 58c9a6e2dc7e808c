import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { findChromium } from '../../support/find-chromium.ts';

/** Everything is waited for: nothing is late on a machine that is busy. */
const WAIT_MS = 120_000;

/** One browser for the whole rehearsal, which starts where it is first used. Null where this machine has none. */
export function createChromium() {
  let starting: Promise<Browser | null> | null = null;
  const start = async (): Promise<Browser | null> => {
    const handles = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
    return findChromium()
      .then((found) => chromium.launch({ ...found, ...handles, timeout: WAIT_MS }))
      .catch(() => null);
  };
  return {
    async open(options: BrowserContextOptions) {
      starting ??= start();
      const context = await (await starting)?.newContext(options);
      context?.setDefaultTimeout(WAIT_MS);
      return context ?? null;
    },
    async stop(): Promise<void> {
      await (await starting)?.close();
    },
  };
}
