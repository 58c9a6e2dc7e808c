import type { Browser, Page } from '@playwright/test';
import { answersAt, watchAnswers } from './answers-at.ts';
import { type Figure, median, ratio } from './measure.ts';

const ROUNDS = 9;
/** A slow mobile network, so that each wave costs what it costs a person on a phone. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-AU' };

interface Load {
  /** Of the first contentful paint, in ms after navigation began. */
  shownAt: number;
  /** Of the largest one. */
  paintedAt: number;
  answeredAt: number;
  requests: { startTime: number; responseEnd: number }[];
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** One load with nothing cached. */
async function load(browser: Browser, address: string, cookies: Cookies): Promise<Load> {
  const context = await browser.newContext(PHONE);
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await watchAnswers(page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const answeredAt = await answersAt(page);
  const result = await page.evaluate(
    () =>
      new Promise<Omit<Load, 'answeredAt'>>((resolve) => {
        new PerformanceObserver((list) => {
          const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          resolve({
            shownAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            paintedAt: list.getEntries().at(-1)?.startTime ?? 0,
            requests: resources.map(({ startTime, responseEnd }) => ({ startTime, responseEnd })),
          });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await context.close();
  return { ...result, answeredAt };
}

/** Waves that the first contentful paint waited for: what begins after an answer to its wave begins the next wave. */
function wavesOf({ requests, shownAt }: Load): number {
  let waves = 0;
  let firstAnswer = -1;
  for (const { startTime, responseEnd } of requests.toSorted((a, b) => a.startTime - b.startTime)) {
    if (responseEnd > shownAt) continue;
    const beginsWave = startTime > firstAnswer;
    if (beginsWave) waves += 1;
    firstAnswer = beginsWave ? responseEnd : Math.min(firstAnswer, responseEnd);
  }
  return waves;
}

/** Waves of cold loads, and the welcome page's largest contentful paint against a monolith's, in pairs of loads. */
export async function measureLoads(
  browser: Browser,
  { url, monolithUrl, cookies }: { url: string; monolithUrl: string; cookies: Cookies },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const pages: [string, string, Cookies][] = [
    ['the welcome page', '/', []],
    ['log in', '/login', []],
    ['sign up', '/sign-up', []],
    ['the privacy statement', '/about', []],
    ['a participant’s home', '/', cookies],
    ['a participant’s plan', '/plan', cookies],
  ];
  for (const [name, path, session] of pages) {
    const waves = wavesOf(await load(browser, url + path, session));
    figures.push({ what: `Waves of requests before ${name} shows`, measured: String(waves), allowed: '2' });
  }
  const pairs: [ours: Load, monolith: Load][] = [];
  for (let round = 0; round < ROUNDS; round++)
    pairs.push([await load(browser, url, []), await load(browser, monolithUrl, [])]);
  const toMonolith = (measure: 'paintedAt' | 'answeredAt') =>
    ratio(median(pairs.map(([ours, monolith]) => ours[measure] / monolith[measure])));
  figures.push({
    what: 'Largest contentful paint of the welcome page, to a monolith’s',
    measured: toMonolith('paintedAt'),
    allowed: '1.05',
  });
  figures.push({
    what: 'Time until a tap on the welcome page is answered, to a monolith’s',
    measured: toMonolith('answeredAt'),
    allowed: '1.05',
  });
  return figures;
}
