import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';
import { CHECKOUT } from '../support/checkout.ts';
import { openReleases, type StackReleases } from '../support/releases.ts';
import { type LocalStack, startStack } from '../support/stack.ts';

const NAME = 'mf-diary';
const TOKEN = 'the token of a team with a repository of its own';
const ANOTHERS_TOKEN = 'the token of another team';
const OPERATOR = 'the token of the operator';
const { privateKey, publicKey } = makeAttestationKeys();
const anothers = makeAttestationKeys();

let stack: LocalStack;
let releases: StackReleases;
/** With the tarballs, and the repository beside them. */
let folder: string;
test.beforeAll(async () => {
  const [hash, ofAnother, ofOperator] = [TOKEN, ANOTHERS_TOKEN, OPERATOR].map((token) =>
    createHash('sha256').update(token).digest('hex'),
  );
  const tokens = `${NAME} ${hash} ${publicKey}\nmf-notes ${ofAnother} ${anothers.publicKey}\n* ${ofOperator} ${publicKey}`;
  stack = await startStack(undefined, { RELEASE_TOKENS: tokens });
  releases = await openReleases(stack);
  folder = await mkdtemp(join(tmpdir(), 'stepwise-repository-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true });
  await releases.close();
  await stack.stop();
});

const repository = () => join(folder, 'diary-web');
const run = async (command: string, args: string[], cwd = repository(), env: Record<string, string> = {}) =>
  (await promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env } })).stdout;
async function write(path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** A library that no other package has. Gives its tarball. */
async function packLibrary(): Promise<string> {
  const description = { name: 'diary-words', version: '1.2.3', type: 'module', exports: './index.js' };
  await write('library/package.json', JSON.stringify(description));
  await write('library/index.js', "export const invitation = 'Write what today was like';\n");
  await write('library/index.d.ts', 'export declare const invitation: string;\n');
  const [file = ''] = (
    await run('npm', ['pack', '--silent', '--pack-destination', folder], join(folder, 'library'))
  ).split('\n');
  return join(folder, file);
}

const writeFeature = (field: string, statement = '') =>
  write(
    'diary-web/src/feature.tsx',
    `import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { defineFeature } from '@stepwise/shared-contracts/federation/feature-contract';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isLoggedIn } from '@stepwise/shared-contracts/store/selectors';
import { invitation } from 'diary-words';
import { manifest } from './manifest.ts';

function DiaryPage() {
  const { setTitle } = useHost();
  const count = useParticipant((state) => state.${field}?.length ?? 0);
  const loggedIn = useParticipant(isLoggedIn);
  ${statement}
  return (
    <div className="page" data-known={loggedIn}>
      <PageHeading onTitle={setTitle}>Diary</PageHeading>
      <p>{invitation}: {count} activities</p>
    </div>
  );
}

export const feature = defineFeature({ manifest, pages: { diary: DiaryPage }, slots: {} });
`,
  );

const writeManifest = (changes: { title?: string; contract?: string } = {}) =>
  write(
    'diary-web/src/manifest.ts',
    `import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: '${NAME}', title: '${changes.title ?? 'Diary'}', contract: '${changes.contract ?? '^0.1.1'}',
  routes: [{ path: '/diary', page: 'diary', access: 'anyone' }], slots: [],
};
`,
  );

/** By the team, unless with another's token or key. */
const release = (args: string[] = [], { token = TOKEN, key = privateKey } = {}) =>
  run('npx', ['stepwise-release', ...args], repository(), {
    STEPWISE_URL: stack.url,
    STEPWISE_RELEASE_TOKEN: token,
    STEPWISE_ATTESTATION_KEY: key,
  });

/** The operator opens an uploaded release in a browser, in the checkout. */
const check = (version: string, { token = OPERATOR, key = privateKey } = {}) =>
  run(
    'node',
    [join(CHECKOUT, 'shared-contracts/tooling/release/release.ts'), '--check', version, NAME],
    CHECKOUT,
    {
      STEPWISE_URL: stack.url,
      STEPWISE_RELEASE_TOKEN: token,
      STEPWISE_ATTESTATION_KEY: key,
    },
  );

test('a feature is released from a folder with the published packages only', async ({ page }) => {
  test.setTimeout(900_000);
  const packages = await run('npm', ['run', '--silent', 'pack:contracts', '--', folder], CHECKOUT);
  await write('diary-web/package.json', '{ "name": "@diary-team/mf-diary", "type": "module" }');
  const tarballs = [...packages.trim().split('\n'), await packLibrary()];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]);
  await write(
    'diary-web/tsconfig.json',
    '{ "extends": "@stepwise/tooling/tsconfig.json", "include": ["src"] }',
  );
  await writeManifest();

  // The types of shared-contracts arrive with it.
  await writeFeature('moods');
  await expect(release()).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /its types do not suit shared-contracts\.\n.*Property 'moods' does not exist/s,
    ),
  });
  expect(await releases.deployment(NAME)).toMatchObject({ live: null, canary: null });

  await writeFeature('activities');
  // Nothing of it is live, and no browser has opened it.
  const held = await release().catch(({ stderr }: { stderr: string }) => stderr);
  const [, first = ''] = /npm run release -- --check (\S+) mf-diary/.exec(held) ?? [];
  expect(await releases.deployment(NAME)).toMatchObject({ live: null, canary: null });
  expect(await check(first)).toContain(`${first}, for 100 per cent of the people`);
  await page.goto(`${stack.url}/diary`);
  await expect(page.getByRole('heading', { level: 1, name: 'Diary' })).toBeVisible();
  await expect(page.getByText('Write what today was like: 0 activities')).toBeVisible();

  // The next one goes to some people first, with the team's key as without, until a browser has opened it.
  await writeManifest({ title: 'Your diary' });
  const { live } = await releases.deployment(NAME);
  expect(await release()).toContain('for 20 per cent');
  const { canary } = await releases.deployment(NAME);

  // Another team's token opens nothing of it, and another team's key attests nothing of it.
  await expect(
    release(['--promote', '--why', 'It is good.'], { token: ANOTHERS_TOKEN }),
  ).rejects.toMatchObject({
    stderr: expect.stringContaining('This token opens mf-notes only.'),
  });
  await expect(check(canary ?? '', { token: TOKEN, key: anothers.privateKey })).rejects.toMatchObject({
    stderr: expect.stringContaining('knows no public key'),
  });
  expect(await releases.deployment(NAME)).toMatchObject({ live, canary, canaryAttested: false });
  expect(await check(canary ?? '')).toContain('was opened in a browser and is attested');
  expect(await releases.deployment(NAME)).toMatchObject({ live, canary, canaryAttested: true });

  await writeFeature('activities', "if (loggedIn) JSON.parse('');");
  expect(await release()).toContain('for 20 per cent');
  const broken = await releases.deployment(NAME);
  await expect(check(broken.canary ?? '')).rejects.toMatchObject({
    stderr: expect.stringMatching(/was rejected.*In a real browser: .*is not working right now/s),
  });
  expect(await releases.deployment(NAME)).toEqual(broken);
  expect(broken).toMatchObject({ live, canaryAttested: false });
});

const HANG = 'for (;;) if (Date.now() < 0) break;';
const large = (number: number) =>
  write(
    'diary-web/src/large.ts',
    `export const large = [\n${Array.from({ length: number }, () => `'${randomBytes(52).toString('hex')}',`).join('\n')}\n];\n`,
  );
const loadLarge = async (number: number) => {
  await large(number);
  await append("export const later = () => import('./large.ts');");
};
async function append(statement: string): Promise<void> {
  const file = join(repository(), 'src/feature.tsx');
  await writeFile(file, `${await readFile(file, 'utf8')}\n${statement}\n`);
}
/** What the command builds before it asks the product, so that a test can change what was built. */
async function build(): Promise<string> {
  await write(
    'diary-web/build.mjs',
    `import { buildRelease } from '@stepwise/tooling/build/build-release';
import { sourcePackage } from '@stepwise/tooling/build/source-packages';
const { metadata } = await buildRelease(sourcePackage(process.cwd(), '${NAME}'), process.cwd() + '/.stepwise/build');
console.log(metadata.version);
`,
  );
  const version = (await run('node', ['build.mjs'])).trim().split('\n').at(-1) ?? '';
  return join(repository(), '.stepwise/build/features', NAME, version);
}

/** Bad releases, as of a feature in the checkout (broken-releases.spec.ts): what is not `rejected` waits as a canary that no browser opened. */
const BAD: { title: string; breaks: () => Promise<void>; rejected?: RegExp }[] = [
  { title: 'throws at import', breaks: () => append("JSON.parse('');") },
  { title: 'throws on render', breaks: () => writeFeature('activities', "JSON.parse('');") },
  { title: 'never finishes its import', breaks: () => append('await new Promise(() => {});') },
  { title: 'hangs on render', breaks: () => writeFeature('activities', HANG) },
  {
    title: 'hangs in an effect',
    breaks: async () => {
      await writeFeature('activities', `useEffect(() => {\n${HANG}\n}, []);`);
      await append("import { useEffect } from 'react';");
    },
  },
  {
    title: 'makes a call that no server has',
    breaks: () => writeFeature('activities', "void fetch('/api/no-such-call/');"),
    rejected: /It asks for \/api\/no-such-call\/, but the live API has no such call/,
  },
  {
    title: 'reads a global of another feature',
    breaks: () =>
      writeFeature('activities', '(window as unknown as { planDraft?: () => void }).planDraft?.();'),
    rejected: /neither the browser’s nor its own on the window: planDraft/,
  },
  {
    title: 'weighs 120 kB',
    breaks: () => loadLarge(2_100),
    rejected: /The JavaScript of mf-diary weighs 1\d\d\.\d kB; 30\.0 kB are allowed/,
  },
  {
    title: 'loads 5 MB later',
    breaks: () => loadLarge(50_000),
    rejected: /mf-diary weighs too much to be sent/,
  },
  {
    title: 'needs React 18',
    breaks: async () => {
      await append('export const reactOf = 18;');
      const description = join(await build(), 'release.json');
      const text = await readFile(description, 'utf8');
      await writeFile(description, text.replace(/"react": "[^"]+"/, '"react": "^18.3.1"'));
    },
    rejected: /needs react \^18\.3\.1, and the shell/,
  },
  {
    title: 'has another contract',
    breaks: () => writeManifest({ contract: '^9.0.0' }),
    rejected: /needs @stepwise\/shared-contracts \^9\.0\.0, and the shell/,
  },
  {
    title: 'has a file that the build did not make',
    breaks: async () => {
      await append('export const tampered = true;');
      await writeFile(join(await build(), 'feature.js'), 'globalThis.tampered = true;');
    },
    rejected: /feature\.js is not the file that was built: its hash differs/,
  },
];

for (const { title, breaks, rejected } of BAD)
  test(`a release that ${title} is ${rejected ? 'rejected' : 'held'} from a repository of its own`, async () => {
    await writeManifest();
    await writeFeature('activities');
    const before = await releases.deployment(NAME);
    expect(before.live).not.toBeNull();
    await breaks();
    if (rejected) {
      await expect(release()).rejects.toMatchObject({ stderr: expect.stringMatching(rejected) });
      return expect(await releases.deployment(NAME)).toEqual(before);
    }
    expect(await release()).toContain('for 20 per cent');
    const { live, canary, canaryAttested } = await releases.deployment(NAME);
    expect(canary).not.toBe(before.canary);
    expect({ live, canaryAttested }).toEqual({ live: before.live, canaryAttested: false });
    await expect(release(['--promote', '--why', 'It looks good.'])).rejects.toMatchObject({
      stderr: expect.stringContaining('is not attested'),
    });
    expect(await releases.deployment(NAME)).toMatchObject({ live, canary });
  });

test('a new repository is green, and so is mf-helpers when it moves there, without the checkout', async () => {
  test.setTimeout(900_000);
  const own = join(folder, 'own');
  await mkdir(own);
  await run('npm', ['run', '--silent', 'pack:contracts', '--', own], CHECKOUT);
  const tooling = (await readdir(own)).find((name) => name.startsWith('stepwise-tooling-')) ?? '';
  await run('tar', ['-xzf', tooling, 'package'], own);
  await run('node', ['package/bin/stepwise-create.js', 'notes'], own);
  const made = join(own, 'mf-notes');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], made);
  await run('npm', ['test'], made);
  await write(
    'own/mf-notes/src/pages/other.ts',
    'export const draft = (window as unknown as { planDraft?: string }).planDraft;\n',
  );
  await expect(run('npm', ['test'], made)).rejects.toMatchObject({
    stderr: expect.stringMatching(/src\/pages\/other\.ts: neither .* on the window: planDraft/),
  });

  await rm(join(made, 'src'), { recursive: true });
  await cp(join(CHECKOUT, 'mf-helpers/src'), join(made, 'src'), { recursive: true });
  await run('npm', ['test'], made);
});
