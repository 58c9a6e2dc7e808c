import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Figure, median, ratio } from './measure.ts';

const ROUNDS = 3;
/** Six times slower than this machine's processor, on a 3G-like network. */
const SLOWER = 6;
const NETWORK = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-AU', hasTouch: true };
const PAGE_CHANGES = 180;
/** After so many the pages' code is loaded, and what is kept of it is no growth. */
const FIRST_CHANGES = 12;

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

interface Visit {
  /** From navigation to the first question of the check-up, in ms, nothing cached. */
  question: number;
  /** Of the slowest tap or key, from the press to the next paint, in ms. */
  checkUp: number;
  plan: number;
  timeline: number;
  shift: number;
  /** The heap after all page changes, to that after the first. */
  growth: number;
}

/** Collects, before the page's own scripts, how long each tap took and how far the layout moved. */
function observe() {
  const seen = { slowest: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) seen.slowest = Math.max(seen.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The slowest tap since the last time this was asked, and the shift since the document began. */
const takeSeen = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ slowest: number; shift: number }>((resolve) => {
        // Two frames later the last tap has been painted and reported.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const { seen } = window as unknown as { seen: { slowest: number; shift: number } };
              resolve({ ...seen });
              seen.slowest = 0;
            }, 100),
          ),
        );
      }),
  );

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function visit(browser: Browser, { url, cookies }: Version): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const tap = (role: 'button' | 'link', name: string | RegExp) =>
    page.getByRole(role, { name, exact: true }).first().tap();
  const header = page.getByRole('navigation');

  const began = performance.now();
  await page.goto('/');
  await tap('link', /^(Start check-up|Do it again)$/);
  await page.getByRole('button', { name: 'No', exact: true }).waitFor();
  const question = performance.now() - began;

  await tap('button', 'No');
  await page.getByRole('checkbox').first().tap();
  for (const answer of ['Next', 'Yes', 'Yes', 'Next']) await tap('button', answer);
  const { slowest: checkUp } = await takeSeen(page);

  await header.getByRole('link', { name: 'Home' }).tap();
  const slider = page.getByRole('slider', { name: 'Day on the timeline' });
  await slider.waitFor();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await slider.press(key);
  const { slowest: timeline } = await takeSeen(page);

  await header.getByRole('link', { name: 'Plan' }).tap();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { slowest: plan, shift } = await takeSeen(page);

  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const places = ['Home', 'Helpers', 'Plan'];
  let first = 0;
  for (let change = 0; change < PAGE_CHANGES; change++) {
    await header.getByRole('link', { name: places[change % places.length] as string }).click();
    await page.locator('.page:not([aria-busy]) h1').first().waitFor();
    if (change + 1 === FIRST_CHANGES) first = await heapOf(session);
  }
  const growth = (await heapOf(session)) / first;
  await context.close();
  return { question, checkUp, plan, timeline, shift, growth };
}

/** Where a version of the app runs, and the session of the demonstration's participant there. */
interface Version {
  url: string;
  cookies: Cookies;
}

/** The app on a slow phone, in turn with the version before. */
export async function measureSlowPhone(browser: Browser, is: Version, was: Version): Promise<Figure[]> {
  const visits: [now: Visit, then: Visit][] = [];
  for (let round = 0; round < ROUNDS; round++)
    visits.push([await visit(browser, is), await visit(browser, was)]);
  const toBefore = (measure: keyof Visit) =>
    ratio(median(visits.map(([now, then]) => now[measure] / then[measure])));
  const now = (measure: keyof Visit) => median(visits.map(([one]) => one[measure]));
  return [
    ['First question of the check-up', 'question'] as const,
    ['Slowest tap of the check-up', 'checkUp'] as const,
    ['Slowest key on the timeline', 'timeline'] as const,
    ['Opening the plan by a tap', 'plan'] as const,
  ]
    .map(([what, measure]) => ({
      what: `${what} on a slow phone, to the version before`,
      measured: toBefore(measure),
      allowed: 'no worse',
    }))
    .concat([
      { what: 'Layout shift of that visit', measured: now('shift').toFixed(3), allowed: '0' },
      {
        what: `Memory after ${PAGE_CHANGES} page changes, to that after ${FIRST_CHANGES}`,
        measured: ratio(now('growth')),
        allowed: 'flat',
      },
    ]);
}
