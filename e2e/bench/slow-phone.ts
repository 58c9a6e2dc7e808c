import type { Browser, CDPSession, Page } from '@playwright/test';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { answersAt, watchAnswers } from './answers-at.ts';
import { type Figure, median, ratio } from './measure.ts';

const ROUNDS = 5;
/** Six times slower than this machine's processor, on a 3G-like network. */
const SLOWER = 6;
const NETWORK = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-AU', hasTouch: true };
const PAGE_CHANGES = 180;
/** Page changes after which the pages' code is loaded, so that what is kept of it is no growth. */
const FIRST_CHANGES = 12;

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

interface Visit {
  /** From navigation to the first question of the check-up, in ms, nothing cached. */
  question: number;
  /** To when Home answers a tap. */
  answered: number;
  /** The main thread's own time for each tap or key, in ms: waiting for a processor does not count. */
  checkUp: number[];
  plan: number[];
  timeline: number[];
  shift: number;
}

/** Collects, from before the page's own scripts, how far the layout moved. */
function observe() {
  const seen = { shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Two of these pass between two taps, so that the second is not one of a double tap. */
const PAUSE_MS = 250;

/** Two frames later a tap has been painted. */
const settle = (page: Page) =>
  page.evaluate(
    (pause) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, pause)));
      }),
    PAUSE_MS,
  );

/** The main thread's own time for each of the taps or keys, one after the other, in ms. */
async function timesOf(page: Page, session: CDPSession, acts: (() => Promise<unknown>)[]): Promise<number[]> {
  const timeUsed = async () => {
    await settle(page);
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const times: number[] = [];
  for (const act of acts) {
    const before = await timeUsed();
    await act();
    times.push((await timeUsed()) - before);
  }
  return times;
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function openPhone(browser: Browser, { url, cookies }: Version) {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  await context.addCookies(cookies);
  const page = await context.newPage();
  return { context, page, session: await context.newCDPSession(page) };
}

async function visit(browser: Browser, version: Version): Promise<Visit> {
  const { context, page, session } = await openPhone(browser, version);
  await page.addInitScript(observe);
  await watchAnswers(page);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const tap = (role: 'button' | 'link', name: string | RegExp) =>
    page.getByRole(role, { name, exact: true }).first().tap();
  const header = page.getByRole('navigation');

  const began = performance.now();
  await page.goto('/');
  const answered = await answersAt(page);
  await tap('link', /^(Start check-up|Do it again)$/);
  await page.getByRole('button', { name: 'No', exact: true }).waitFor();
  const question = performance.now() - began;

  const checkUp = await timesOf(page, session, [
    () => tap('button', 'No'),
    () => page.getByRole('checkbox').first().tap(),
    ...['Next', 'Yes', 'Yes', 'Next'].map((answer) => () => tap('button', answer)),
  ]);

  await header.getByRole('link', { name: 'Home' }).tap();
  const slider = page.getByRole('slider', { name: 'Day on the timeline' });
  await slider.waitFor();
  const timeline = await timesOf(
    page,
    session,
    ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight'].map((key) => () => slider.press(key)),
  );

  const plan = await timesOf(page, session, [
    async () => {
      await header.getByRole('link', { name: 'Plan' }).tap();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  ]);
  const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
  await context.close();
  return { question, answered, checkUp, plan, timeline, shift };
}

/** From opening the app to the server's answer that a good day is saved, in ms, nothing cached: six taps. */
async function timeGoodDay(browser: Browser, version: Version): Promise<number> {
  const { context, page, session } = await openPhone(browser, version);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const began = performance.now();
  await page.goto('/');
  await page.getByRole('link', { name: /^(Start check-up|Do it again)$/ }).tap();
  // Beside one another, since a quick tap in the same spot counts as the second of a double tap.
  for (const [index, x] of [30, 70, 110].entries()) {
    await page.getByText(`Check-up, ${index + 1} of 3`).waitFor();
    await page.getByRole('button', { name: 'Yes', exact: true }).tap({ position: { x, y: 20 } });
  }
  await page.getByRole('button', { name: 'Next', exact: true }).tap({ position: { x: 8, y: 8 } });
  const saved = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith(saveRecord.path));
  await page.getByRole('button', { name: 'Add to time line' }).tap();
  await saved;
  const time = performance.now() - began;
  await context.close();
  return time;
}

/** The heap after all page changes, to that after the first. */
async function measureGrowth(browser: Browser, version: Version): Promise<number> {
  const { context, page, session } = await openPhone(browser, version);
  await page.goto('/');
  const header = page.getByRole('navigation');
  const places = ['Home', 'Helpers', 'Plan'];
  let first = 0;
  for (let change = 0; change < PAGE_CHANGES; change++) {
    await header.getByRole('link', { name: places[change % places.length] as string }).click();
    await page.locator('.page:not([aria-busy]) h1').first().waitFor();
    if (change + 1 === FIRST_CHANGES) first = await heapOf(session);
  }
  const growth = (await heapOf(session)) / first;
  await context.close();
  return growth;
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
  const days: number[] = [];
  for (let round = 0; round < ROUNDS; round++) days.push(await timeGoodDay(browser, is));
  const now = visits.map(([one]) => one);
  const before = visits.map(([, one]) => one);
  const slowest = (of: Visit[], measure: 'checkUp' | 'timeline' | 'plan') => {
    const acts = of[0]?.[measure].keys() ?? [];
    return Math.max(...[...acts].map((act) => median(of.map((one) => one[measure][act] ?? 0))));
  };
  return [
    {
      what: 'First question of the check-up on a slow phone, to the version before',
      measured: ratio(median(visits.map(([one, other]) => one.question / other.question))),
      allowed: 'no worse',
    },
    {
      what: 'Time until a tap on Home is answered on a slow phone, to the version before',
      measured: ratio(median(visits.map(([one, other]) => one.answered / other.answered))),
      allowed: 'no worse',
    },
    ...(
      [
        ['Slowest tap of the check-up', 'checkUp'],
        ['Slowest key on the timeline', 'timeline'],
        ['Opening the plan by a tap', 'plan'],
      ] as const
    ).map(([what, measure]) => ({
      what: `${what} on a slow phone, to the version before`,
      measured: ratio(slowest(now, measure) / slowest(before, measure)),
      allowed: 'no worse',
    })),
    {
      what: 'From opening to a good day saved on a slow phone, in six taps, to the first question',
      measured: `${ratio(median(days) / median(now.map(({ question }) => question)))} (${(median(days) / 1000).toFixed(1)} s)`,
      allowed: 'shown',
    },
    {
      what: 'Layout shift of that visit',
      measured: median(now.map(({ shift }) => shift)).toFixed(3),
      allowed: '0',
    },
    {
      what: `Memory after ${PAGE_CHANGES} page changes, to that after ${FIRST_CHANGES}`,
      measured: ratio(await measureGrowth(browser, is)),
      allowed: 'flat',
    },
  ];
}
