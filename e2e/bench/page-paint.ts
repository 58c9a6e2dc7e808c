import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { type Figure, median, ratio } from './measure.ts';
import type { PlainAnswer } from './plain-pages.ts';
import type { Server } from './server.ts';

/** Pairs of loads for each page and profile. */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 9);
/** Documents of each page before it is measured; fewer of a participant's, whose budget of rendered pages is 60. */
const WARM_UPS = 100;
const OWN_WARM_UPS = 20;
const PROFILES = [
  { name: 'fast line', slower: 1, network: null },
  {
    name: 'slow phone',
    slower: 4,
    network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
  },
];
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-AU', timezoneId: 'Australia/Melbourne' };
const PAGES = [
  { name: 'welcome', path: '/', isOwn: false },
  { name: 'log in', path: '/login', isOwn: false },
  { name: 'privacy statement', path: '/about', isOwn: false },
  { name: 'Home with 60 records', path: '/', isOwn: true },
  { name: 'plan', path: '/plan', isOwn: true },
];

/** A page of another site, from which the browser needs a new process for either page, whatever their opener policies are. */
const ELSEWHERE = 'data:text/html,Found';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

interface Load {
  /** Of the largest contentful paint, and the main thread's time beyond 50 ms of each task, in ms. */
  paintedAt: number;
  blocked: number;
  shift: number;
  bytes: number;
}

/** The page as it was rendered, without its scripts, and the style sheets and the font that it names. */
async function plainAnswers(context: BrowserContext, url: string, path: string) {
  const fetchAs = async (address: string) => {
    const response = await context.request.get(address);
    return { type: response.headers()['content-type'] ?? '', bytes: await response.body() };
  };
  const { bytes } = await fetchAs(url + path);
  const html = bytes
    .toString()
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="preload" as="script"[^>]*>/g, '')
    .replace(/<noscript>.*?<\/noscript>/gs, '')
    .replaceAll(' data-style="', ' style="');
  if (!html.includes('data-server-markup')) throw new Error(`${path} came without markup.`);
  const answers: Record<string, PlainAnswer> = {
    [path]: { type: 'text/html; charset=utf-8', body: Buffer.from(html).toString('base64') },
  };
  for (const [, file = ''] of html.matchAll(/<link [^>]*href="([^"]+\.(?:css|woff2))"/g)) {
    const found = await fetchAs(url + file);
    answers[file] = { type: found.type, body: found.bytes.toString('base64') };
  }
  return answers;
}

async function load(
  browser: Browser,
  address: string,
  cookies: Cookies,
  { slower, network }: (typeof PROFILES)[number],
): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  if (network) await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(() => {
    const seen = { paintedAt: 0, blocked: 0, shift: 0 };
    Object.assign(window, { seen });
    const observe = (type: string, see: (entry: PerformanceEntry & { value: number }) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) see(entry as PerformanceEntry & { value: number });
      }).observe({ type, buffered: true });
    observe('largest-contentful-paint', ({ startTime }) => {
      seen.paintedAt = startTime;
    });
    observe('longtask', ({ duration }) => {
      seen.blocked += Math.max(duration - 50, 0);
    });
    observe('layout-shift', ({ value }) => {
      seen.shift += value;
    });
  });
  await page.goto(ELSEWHERE);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Load, 'bytes'> }).seen);
  await context.close();
  return { ...seen, bytes };
}

/**
 * Each page beside itself as plain HTML, in pairs of loads with nothing cached. `startPlain` starts the bare server with
 * the pages of a file.
 */
export async function measurePaint(
  browser: Browser,
  { url, cookies }: { url: string; cookies: Cookies },
  work: string,
  startPlain: (pages: string) => Promise<Server>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, isOwn } of PAGES) {
    const context = await browser.newContext(PHONE);
    await context.addCookies(isOwn ? cookies : []);
    const file = join(work, `plain-${PAGES.findIndex((each) => each.name === name)}.json`);
    // As a server in use sends it; the first one after a start may come before its markup is there.
    const warmUps = isOwn ? OWN_WARM_UPS : WARM_UPS;
    for (let document = 0; document < warmUps; document++) await context.request.get(url + path);
    writeFileSync(file, JSON.stringify(await plainAnswers(context, url, path)));
    await context.close();
    const plain = await startPlain(file);
    for (const profile of PROFILES) {
      const pairs: [ours: Load, plain: Load][] = [];
      for (let pair = 0; pair < PAIRS; pair++)
        pairs.push([
          await load(browser, url + path, isOwn ? cookies : [], profile),
          await load(browser, plain.url + path, [], profile),
        ]);
      const ours = pairs.map(([one]) => one);
      const middle = (measure: keyof Load) => median(ours.map((one) => one[measure]));
      figures.push({
        what: `Largest contentful paint of ${name}, ${profile.name}, to plain HTML`,
        measured: ratio(median(pairs.map(([one, other]) => one.paintedAt / other.paintedAt))),
        allowed: '1.3',
      });
      figures.push({
        what: `Blocked, shift and bytes of ${name}, ${profile.name}`,
        measured: `${Math.round(middle('blocked'))} ms; ${middle('shift').toFixed(3)}; ${Math.round(middle('bytes') / 1000)} kB`,
        allowed: 'shown; 0; shown',
      });
    }
    await plain.stop();
  }
  return figures;
}
