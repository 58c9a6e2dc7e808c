import type { BrowserContext, Page, Route } from '@playwright/test';
import type { Rehearsal } from '../context.ts';
import type { Device } from './device.ts';

const PHONE = { width: 390, height: 844 };
/** Of the connection, which the device has by itself. */
const OWN_HEADERS = /^(host|cookie|connection|accept-encoding|origin|referer|sec-.*|:.*)$/;
const CSRF_TOKEN = 'csrftoken';

/**
 * A page of a real browser with a person's device behind it: what the browser asks goes through that, with its cookies and
 * network, since the browser's own cookies would end by the machine's clock. Its clock stands at `instant`. Null where
 * there is no browser.
 */
export async function openApp(
  { stack, watch }: Rehearsal,
  device: Device,
  instant: number,
  timezoneId: string,
): Promise<{ page: Page; close: () => Promise<void> } | null> {
  const context = await stack.chromium.open({
    baseURL: stack.server().origin,
    viewport: PHONE,
    hasTouch: true,
    locale: 'en-AU',
    timezoneId,
    serviceWorkers: 'block',
  });
  if (!context) return null;
  context.on('weberror', (error) => watch.finding('error in the browser', String(error.error())));
  await context.route('**/*', (route) => answer(context, route, device));
  const page = await context.newPage();
  await page.clock.setFixedTime(instant);
  return {
    page,
    async close() {
      await context.unrouteAll({ behavior: 'wait' });
      await context.close();
    },
  };
}

async function answer(context: BrowserContext, route: Route, { cookies, fetch }: Device): Promise<void> {
  const request = route.request();
  const { origin, pathname, search } = new URL(request.url());
  const given = Object.entries(request.headers()).filter(([name]) => !OWN_HEADERS.test(name));
  const body = request.postData();
  const response = await fetch(pathname + search, {
    method: request.method(),
    headers: Object.fromEntries(given),
    ...(body !== null && { body }),
  }).catch(() => null);
  if (!response) return route.abort();
  // The one cookie that pages read.
  await context.addCookies([{ name: CSRF_TOKEN, value: cookies.get(CSRF_TOKEN), url: origin }]);
  const headers = [...response.headers].filter(([name]) => !/^(set-cookie|content-length)$/.test(name));
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
