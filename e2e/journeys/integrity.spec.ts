import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { signedUp } from '../support/participants.ts';
import { press, whenAnswering } from '../support/press.ts';
import { openReleases, type StackReleases } from '../support/releases.ts';
import { CHECKOUT_BUILD, type LocalStack, startStack, WITHOUT_RENDERER } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

/** One file of each kind, each of another package, and a page that needs it. */
const TAMPERED = [
  { name: 'mf-survey', file: 'remoteEntry.js', path: '/survey' },
  { name: 'mf-helpers', file: 'feature.js', path: '/contact' },
  { name: 'mf-consent', file: 'feature.css', path: '/consent' },
  { name: 'shell', file: 'pages.js', path: '/about' },
];
const SCRIPT = '\nglobalThis.tampered = true;';
const STYLE = '\n:root { --tampered: true; }';

/** Adds a line to a file of a live release, in every form it is served in. */
async function tamper(releases: StackReleases, name: string, file: string): Promise<void> {
  const { files } = await releases.live(name);
  const content = Buffer.from(String(files.get(file)) + (file.endsWith('.css') ? STYLE : SCRIPT));
  const forms = new Map([
    [file, content],
    [`${file}.br`, brotliCompressSync(content)],
    [`${file}.gz`, gzipSync(content)],
  ]);
  await releases.tamper(name, forms);
}

const ranTampered = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      'tampered' in globalThis ||
      getComputedStyle(document.documentElement).getPropertyValue('--tampered') !== '',
  );

test.describe('with tampered releases', () => {
  let stack: LocalStack;

  test.beforeAll(async () => {
    stack = await startStack(CHECKOUT_BUILD, WITHOUT_RENDERER);
    const releases = await openReleases(stack);
    for (const { name, file } of TAMPERED) await tamper(releases, name, file);
    await releases.close();
  });
  test.afterAll(() => stack.stop());

  for (const { name, file, path } of TAMPERED)
    test(`does not run a tampered ${file} of ${name}, and shows a fallback`, async ({ browser }) => {
      const context = await browser.newContext({ baseURL: stack.url });
      const page = await context.newPage();
      await signedUp(page, stack.url);
      await page.goto(path);
      await expect(page.getByText('is not working right now')).toBeVisible();
      expect(await ranTampered(page)).toBe(false);

      await press(page.getByRole('button', { name: 'Try again' }));
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      expect(await ranTampered(page)).toBe(false);
      await context.close();
    });

  test('loads no script that the registry does not list, and makes none from text', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The shell restricts scripts as it starts.
    await whenAnswering(page);

    const shellUrl = (await page.locator('script[src$="/main.js"]').getAttribute('src')) ?? '';
    const outcome = await page.evaluate(async (listed) => {
      const attempt = (act: () => unknown): string => {
        try {
          act();
          return 'allowed';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const load = (src: string) => () => {
        document.head.append(Object.assign(document.createElement('script'), { src }));
      };
      const withoutHash = await new Promise((resolve) => {
        const script = document.createElement('script');
        script.onload = () => resolve('ran');
        script.onerror = () => resolve('rejected');
        script.src = listed;
        document.head.append(script);
      });
      return {
        withoutHash,
        elsewhere: attempt(load('https://elsewhere.example/features/mf-plan/0.1.0/feature.js')),
        unlisted: attempt(load('/features/mf-plan/0.0.0/feature.js')),
        text: attempt(() => {
          document.createElement('script').text = 'globalThis.tampered = true';
        }),
        handler: attempt(() => {
          document.createElement('div').innerHTML = '<img src="x" onerror="globalThis.tampered = true">';
        }),
      };
    }, shellUrl);
    expect(outcome).toEqual({
      withoutHash: 'rejected',
      elsewhere: 'TypeError',
      unlisted: 'TypeError',
      text: 'TypeError',
      handler: 'TypeError',
    });
    expect(await ranTampered(page)).toBe(false);
    expect(asked.filter((url) => /elsewhere|0\.0\.0/.test(url))).toEqual([]);
    await context.close();
  });
});

test('does not run a tampered shell', async ({ browser, stack }) => {
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await page.route('**/main.{js,css}', async (route) => {
    const response = await route.fetch();
    const added = route.request().url().endsWith('.css') ? STYLE : SCRIPT;
    await route.fulfill({ response, body: (await response.text()) + added });
  });
  await page.goto('/');
  // The page has loaded once more by then, with no better shell.
  await expect(page.getByRole('heading', { name: 'Stepwise is not working right now' })).toBeVisible();
  expect(await ranTampered(page)).toBe(false);
  await context.close();
});
