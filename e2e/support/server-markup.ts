import type { BrowserContext, Page } from '@playwright/test';

/** What a document's markup said, and what the page said as soon as the app had taken it over. */
export interface TakenOver {
  /** Null where the document came without. */
  server: string | null;
  /** Null until the app has taken it over. */
  app: string | null;
  /** How many of the server's elements were taken over rather than replaced, of how many. */
  kept: number;
  of: number;
}

/** Records for `takenOver` every page that is opened in the context from now on. */
export async function watchMarkup(context: BrowserContext): Promise<void> {
  await context.addInitScript(observe);
}

/** Waits until the app has taken over what the document held. */
export async function takenOver(page: Page): Promise<TakenOver> {
  await page.waitForFunction(() => {
    const { takenOver } = window as unknown as { takenOver: TakenOver };
    return takenOver.server === null ? document.querySelector('#app > *') : takenOver.app !== null;
  });
  return page.evaluate(() => (window as unknown as { takenOver: TakenOver }).takenOver);
}

/** Holds the shell's script back in the next document, until what it gives is called. */
export async function holdShellScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/main.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

interface Paused {
  /** Settles once React has hydrated the markup. */
  hydrated: () => Promise<unknown>;
  resume: () => Promise<void>;
}

/** React hydrates the next document, and runs none of its later tasks, effects among them, before `resume`. */
export async function pauseAfterHydration(page: Page): Promise<Paused> {
  await page.addInitScript(pause);
  return {
    hydrated: () => page.waitForFunction(() => (window as unknown as Pausing).isHydrated()),
    resume: () => page.evaluate(() => (window as unknown as Pausing).resume()),
  };
}

interface Pausing {
  isHydrated: () => boolean;
  resume: () => void;
}

/** React asks for its next task by a message, once the one that runs has taken 5 ms. */
function pause(): void {
  const { postMessage } = MessagePort.prototype;
  const now = performance.now.bind(performance);
  const held: (() => void)[] = [];
  let isPaused = true;
  let added = 0;
  const isHydrated = () =>
    Object.keys(document.querySelector('#app button') ?? {}).some((key) => key.startsWith('__reactProps'));
  performance.now = () => {
    if (isPaused && isHydrated()) added += 10;
    return now() + added;
  };
  MessagePort.prototype.postMessage = function (message: unknown) {
    const post = () => postMessage.call(this, message);
    if (isPaused && isHydrated()) held.push(post);
    else post();
  };
  const resume = () => {
    isPaused = false;
    for (const post of held) post();
  };
  Object.assign(window, { isHydrated, resume } satisfies Pausing);
}

function observe(): void {
  const found: TakenOver = { server: null, app: null, kept: 0, of: 0 };
  Object.assign(window, { takenOver: found });
  // What is drawn only for the eye needs a width, and is there once that is measured.
  const textOf = (app: Element) =>
    [...app.querySelectorAll('*')]
      .filter((element) => !element.closest('svg, [aria-hidden="true"]'))
      .flatMap((element) => [...element.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent)
      .join('|');
  // Before the document's deferred scripts run.
  document.addEventListener('readystatechange', () => {
    const app = document.querySelector('#app[data-server-markup]');
    if (!app || found.server !== null) return;
    found.server = textOf(app);
    const elements = [...app.querySelectorAll('*')].filter((element) => !element.closest('svg'));
    found.of = elements.length;
    new MutationObserver((_, observer) => {
      observer.disconnect();
      found.app = textOf(app);
      found.kept = elements.filter(({ isConnected }) => isConnected).length;
    }).observe(app, { attributeFilter: ['data-server-markup'] });
  });
}
