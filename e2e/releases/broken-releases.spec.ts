import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, expect, test } from '@playwright/test';
import { makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';
import { nameNewest } from '@stepwise/tooling/build/build-folder';
import { CHECKOUT, emptyCheckout } from '../support/checkout.ts';
import { openReleases, type StackReleases } from '../support/releases.ts';
import { type LocalStack, startStack } from '../support/stack.ts';

const NAME = 'mf-survey';
const TOKEN = 'the token of a team in a test';
const TOOLING = join(CHECKOUT, 'shared-contracts/tooling/release');
const VISITS = 60;
const { privateKey, publicKey } = makeAttestationKeys();

let stack: LocalStack;
let releases: StackReleases;
let checkout: string;
test.beforeAll(async () => {
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  stack = await startStack(undefined, { RELEASE_TOKENS: `${NAME} ${hash} ${publicKey}` });
  releases = await openReleases(stack);
});
test.afterAll(async () => {
  await releases.close();
  await stack.stop();
});
test.beforeEach(async () => {
  checkout = await emptyCheckout();
  await cp(join(CHECKOUT, NAME), join(checkout, NAME), { recursive: true });
});
test.afterEach(() => rm(checkout, { recursive: true }));

const file = (path: string) => join(checkout, NAME, path);
async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file(path), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(file(path), after);
}
const replace = (path: string, from: string, to: string) => () =>
  rewrite(path, (text) => text.replace(from, () => to));
const WELCOME = 'src/pages/welcome.page.tsx';
const HANG = 'for (;;) if (Date.now() < 0) break;';
const lines = (number = 50_000) =>
  Array.from({ length: number }, () => `  '${randomBytes(52).toString('hex').slice(0, 104)}',`);

/**
 * What breaks the feature in its sources. Where neither compiler nor server can tell, a container's is a canary: one that
 * `failsAsCanary` on the welcome page is recalled by its faults, one that is `held` waits for a person.
 */
const BREAKS: {
  title: string;
  breaks: () => Promise<void>;
  rejected: RegExp;
  failsAsCanary?: boolean;
  hangs?: boolean;
  held?: boolean;
}[] = [
  {
    title: 'throws at import',
    breaks: () => rewrite('src/feature.tsx', (text) => `${text}\nJSON.parse('');\n`),
    rejected: /In a real browser: .*is not working right now/s,
    failsAsCanary: true,
  },
  {
    title: 'throws on render',
    breaks: replace(WELCOME, 'const go = useGo();', "const go = useGo();\n  JSON.parse('');"),
    rejected: /In a real browser: .*is not working right now/s,
    failsAsCanary: true,
  },
  {
    title: 'never finishes its import',
    // Without its pages: what waits adds to the welcome page's weight, which would be the reason.
    breaks: () =>
      rewrite(
        'src/feature.tsx',
        (text) =>
          `${text.replace(/import \{ SurveyPage.*\n/, '').replaceAll(/\w+: SurveyPage/g, '')}\nawait new Promise(() => {});\n`,
      ),
    rejected: /In a real browser: .*is not working right now/s,
    failsAsCanary: true,
  },
  {
    title: 'hangs on render',
    breaks: replace(WELCOME, 'const go = useGo();', `const go = useGo();\n  ${HANG}`),
    rejected: /In a real browser: /,
    failsAsCanary: true,
    hangs: true,
  },
  {
    title: 'hangs in an effect',
    breaks: async () => {
      await replace(
        WELCOME,
        'const go = useGo();',
        `const go = useGo();\n  useEffect(() => {\n    ${HANG}\n  }, []);`,
      )();
      await rewrite(WELCOME, (text) => `import { useEffect } from 'react';\n${text}`);
    },
    rejected: /In a real browser: /,
    failsAsCanary: true,
    hangs: true,
  },
  {
    title: 'throws for participants only',
    breaks: replace(WELCOME, 'const go = useGo();', "const go = useGo();\n  if (loggedIn) JSON.parse('');"),
    rejected: /In a real browser: /,
    held: true,
  },
  {
    title: 'makes a call that no server has',
    breaks: replace(
      WELCOME,
      'const go = useGo();',
      "const go = useGo();\n  void fetch('/api/no-such-call/');",
    ),
    rejected: /It asks for \/api\/no-such-call\/, but the live API has no such call/,
  },
  {
    title: 'reads a global of another feature',
    breaks: replace(
      WELCOME,
      'const go = useGo();',
      'const go = useGo();\n  (window as unknown as { planDraft?: () => void }).planDraft?.();',
    ),
    rejected: /neither the browser’s nor its own on the window: planDraft/,
  },
  {
    title: 'weighs 120 kB',
    breaks: async () => {
      await writeFile(file('src/large.ts'), `export const large = [\n${lines(2_100).join('\n')}\n];\n`);
      await rewrite(
        'src/feature.tsx',
        (text) => `${text}\nexport const later = () => import('./large.ts');\n`,
      );
    },
    rejected: /The JavaScript of mf-survey weighs 1\d\d\.\d kB; 30\.0 kB are allowed/,
  },
  {
    title: 'needs React 18',
    breaks: async () => {
      await rewrite('src/feature.tsx', (text) => `${text}\nexport const reactOf = 18;\n`);
      await build();
      const description = join(await built(), 'release.json');
      const text = await readFile(description, 'utf8');
      await writeFile(description, text.replace(/"react": "[^"]+"/, '"react": "^18.3.1"'));
    },
    rejected: /needs react \^18\.3\.1, and the shell/,
  },
  {
    title: 'has another contract',
    breaks: () =>
      rewrite('src/manifest.ts', (text) => text.replace(/contract: '[^']+'/, "contract: '^9.0.0'")),
    rejected: /needs @stepwise\/shared-contracts \^9\.0\.0, and the shell/,
  },
  {
    title: 'reads softly a field that the store does not have',
    breaks: replace(
      WELCOME,
      'const go = useGo();',
      "const go = useGo();\n  const nickname = useParticipant((state) => state.nickname ?? '');\n  if (nickname) go({ at: 'next-steps' });",
    ),
    rejected: /its types do not suit shared-contracts\.\n.*Property 'nickname' does not exist/s,
  },
  {
    title: 'loads 5 MB later',
    breaks: async () => {
      await writeFile(file('src/large.ts'), `export const large = [\n${lines().join('\n')}\n];\n`);
      await rewrite(
        'src/feature.tsx',
        (text) =>
          `${text}\nexport const later = () => import(/* webpackChunkName: "large" */ './large.ts');\n`,
      );
    },
    rejected: /mf-survey weighs too much to be sent/,
  },
  {
    title: 'has a file that the build did not make',
    breaks: async () => {
      await rewrite('src/feature.tsx', (text) => `${text}\nexport const tampered = true;\n`);
      await build();
      await writeFile(join(await built(), 'feature.js'), 'globalThis.tampered = true;');
    },
    rejected: /feature\.js is not the file that was built: its hash differs/,
  },
];

const run = (script: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  promisify(execFile)('node', [script, ...args], { cwd, env: { ...process.env, ...env } });

/** The command of a team, with its token and key. */
const release = (...args: string[]) =>
  run(join(TOOLING, 'release.ts'), args, join(checkout, NAME), {
    STEPWISE_URL: stack.url,
    STEPWISE_RELEASE_TOKEN: TOKEN,
    STEPWISE_ATTESTATION_KEY: privateKey,
  });

const folder = () => join(checkout, '.stepwise/build');
async function built(): Promise<string> {
  const [version = ''] = await readdir(join(folder(), 'features', NAME));
  return join(folder(), 'features', NAME, version);
}
async function build(): Promise<void> {
  const script = file('build.mjs');
  await writeFile(
    script,
    `const { buildRelease } = await import(${JSON.stringify(join(CHECKOUT, 'shared-contracts/tooling/build/build-release.ts'))});
     const { sourcePackage } = await import(${JSON.stringify(join(CHECKOUT, 'shared-contracts/tooling/build/source-packages.ts'))});
     await buildRelease(sourcePackage(${JSON.stringify(checkout)}, ${JSON.stringify(NAME)}), ${JSON.stringify(folder())});`,
  );
  await run(script, [], checkout);
  await rm(script);
}

/** What release.Dockerfile runs, and the container it makes. */
async function startContainer(): Promise<void> {
  await run(join(TOOLING, 'check-released-types.ts'), [NAME], checkout);
  if (!(await readdir(folder()).catch((): string[] => [])).includes('features')) await build();
  const version = (await built()).split('/').at(-1) ?? '';
  await nameNewest(folder(), { [NAME]: version });
  const token = join(checkout, 'token');
  await writeFile(token, TOKEN);
  await run(join(TOOLING, 'publish-releases.ts'), [folder()], checkout, {
    STEPWISE_URL: stack.url,
    STEPWISE_RELEASE_TOKEN_FILE: token,
  });
}

/** Visitors open the welcome page until the canary is gone; each sees a whole page, where it hangs with the next tab. */
async function visitUntilRecalled(browser: Browser, hangs: boolean): Promise<void> {
  for (let visits = 0; visits < VISITS; visits += 1) {
    const { canary } = await releases.deployment(NAME);
    if (!canary) return;
    const context = await browser.newContext({ baseURL: stack.url });
    if (hangs && !(await hasHung(context, canary))) continue;
    const page = await context.newPage();
    // The mark of another tab counts once that has not answered for a while.
    if (hangs) await page.clock.install({ time: Date.now() + 60_000 });
    const reported = page.waitForResponse('**/api/release-report/', { timeout: 30_000 });
    reported.catch(() => {});
    const document = await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if ((await document?.text())?.includes(canary)) await reported;
    await context.close();
  }
}

/** Opens the welcome page in a tab that is closed once it hangs; false where it shows the live release. */
async function hasHung(context: BrowserContext, canary: string): Promise<boolean> {
  const [tab, beside] = [await context.newPage(), await context.newPage()];
  const document = await tab.goto('/', { waitUntil: 'commit' });
  const isCanary = (await document?.text())?.includes(canary) === true;
  if (isCanary) {
    await beside.goto('/api/openapi.json');
    const marked = () => beside.evaluate(() => localStorage.getItem('mounting'));
    await expect.poll(marked).toContain(canary);
    // Two seconds later it still stands: whatever answers takes its mark away after one.
    await beside.waitForTimeout(2_000);
    expect(await marked()).toContain(canary);
  }
  if (isCanary) await tab.close();
  else await context.close();
  return isCanary;
}

for (const { title, breaks, rejected, failsAsCanary, hangs, held } of BREAKS)
  test.describe(`a release that ${title}`, () => {
    test('is rejected from the command', async () => {
      const before = await releases.deployment(NAME);
      await breaks();
      await expect(release()).rejects.toMatchObject({ stderr: expect.stringMatching(rejected) });
      expect(await releases.deployment(NAME)).toEqual(before);
    });

    if (failsAsCanary)
      test('is a canary from a container, and recalled by its faults', async ({ browser }) => {
        const { live } = await releases.deployment(NAME);
        await breaks();
        await startContainer();
        const { canary } = await releases.deployment(NAME);
        expect(canary).not.toBeNull();
        await visitUntilRecalled(browser, hangs === true);
        expect(await releases.deployment(NAME)).toMatchObject({ live, canary: null });
        expect((await releases.history(NAME)).at(-1)).toMatchObject({
          action: 'withdrawn',
          who: 'api',
          from: canary,
        });
      });
    else if (held)
      test('is a canary from a container, and promoted only by the operator', async () => {
        const { live } = await releases.deployment(NAME);
        await breaks();
        await startContainer();
        const { canary } = await releases.deployment(NAME);
        expect(canary).not.toBeNull();
        await expect(release('--promote', '--why', 'It looks good.')).rejects.toMatchObject({
          stderr: expect.stringContaining('is not attested'),
        });
        expect(await releases.deployment(NAME)).toMatchObject({ live, canary });
        await release('--rollback');
      });
    else
      test('is rejected from a container', async () => {
        const before = await releases.deployment(NAME);
        await breaks();
        await expect(startContainer()).rejects.toMatchObject({ stderr: expect.stringMatching(rejected) });
        expect(await releases.deployment(NAME)).toEqual(before);
      });
  });

test('a release whose server says other words than its page is rejected from the command', async () => {
  const before = await releases.deployment(NAME);
  const words = 'one careful step at a time';
  await rewrite(WELCOME, (text) =>
    text.replace(words, `{typeof window === 'undefined' ? 'one step' : '${words}'}`),
  );
  await expect(release()).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /In a real browser: \/: the server says “[^”]*one step” where the page says “/,
    ),
  });
  expect(await releases.deployment(NAME)).toEqual(before);
});

test('a whole release goes live by the command, which says how long it took', async () => {
  await rewrite(WELCOME, (text) =>
    text.replace('one careful step at a time', 'one careful step at one time'),
  );
  const began = performance.now();
  const { stdout } = await release();
  const took = (performance.now() - began) / 1000;
  process.stdout.write(
    `  ${stdout.trim().split('\n').at(-1)} With the start of the command: ${took.toFixed(1)} s.\n`,
  );
  expect(stdout).toContain('for 100 per cent of the people');
});
