import type { Browser, BrowserType, LaunchOptions, Page } from '@playwright/test';
import type { Driver, Engine, Scheme } from './driver.ts';

const MELBOURNE = 'Australia/Melbourne';
const HOUR_MS = 3_600_000;

/** That hour of the day that it is in Melbourne; an hour beside it where the clocks change. */
function todayAt(hour: number, now: Date): Date {
  const clock = new Intl.DateTimeFormat('en-AU', { timeZone: MELBOURNE, hour: 'numeric', hourCycle: 'h23' });
  const present = Number(clock.format(now));
  return new Date(now.getTime() + (hour - present) * HOUR_MS);
}

const mediaOf = (scheme: Scheme) =>
  ({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced colours' ? 'active' : 'none',
    reducedMotion: scheme === 'reduced motion' ? 'reduce' : 'no-preference',
  }) as const;

const browsers = new Map<BrowserType, Promise<Browser>>();

/** One process for all contexts, until `closeBrowsers`. */
export function browserOf(type: BrowserType, options: LaunchOptions): Promise<Browser> {
  const browser = browsers.get(type) ?? type.launch(options);
  browsers.set(type, browser);
  return browser;
}

export async function closeBrowsers(): Promise<void> {
  for (const browser of browsers.values()) await (await browser).close();
}

/** Chromium, and Firefox and WebKit where Playwright's own are installed. */
export const playwrightEngine = (type: BrowserType, options: LaunchOptions = {}): Engine => ({
  name: type.name(),
  startsIn: ['light'],
  leftOut: type.name() === 'chromium' ? [] : ['print: Playwright prints in Chromium only'],
  async launch(scheme, hour) {
    const browser = await browserOf(type, options);
    const page = await browser.newPage({ timezoneId: MELBOURNE, ...mediaOf(scheme) });
    if (hour !== undefined) await page.clock.setFixedTime(todayAt(hour, new Date()));
    return { ...drive(page), close: () => page.close() };
  },
});

const drive = (page: Page): Omit<Driver, 'close'> => ({
  open: async (url) => {
    await page.goto(url);
  },
  evaluate: (expression) => page.evaluate(expression),
  click: (x, y) => page.mouse.click(x, y),
  key: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text),
  resize: (width, height) => page.setViewportSize({ width, height }),
  emulate: (scheme) => page.emulateMedia(mediaOf(scheme)),
  ...(page.context().browser()?.browserType().name() === 'chromium' && { print: () => page.pdf() }),
});
