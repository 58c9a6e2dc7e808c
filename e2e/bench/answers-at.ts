import type { Page } from '@playwright/test';
import { SERVER_MARKUP } from '@stepwise/shared-contracts/federation/names';

type Watched = typeof window & { answersAt?: number };

/** Notes, in every document that `page` opens from now on, when its app begins to answer taps: what it shows is not the server's only. */
export async function watchAnswers(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    new MutationObserver((_, observer) => {
      const app = document.querySelector('#app > *')?.parentElement;
      if (!app || app.hasAttribute(mark)) return;
      (window as Watched).answersAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, attributeFilter: [mark] });
  }, SERVER_MARKUP);
}

/** From navigation until the app answered a tap, in ms; waits for it. */
export async function answersAt(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (window as Watched).answersAt);
  return (await found.jsonValue()) ?? 0;
}
