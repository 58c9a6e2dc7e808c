import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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
const OPERATOR = 'the token of the operator';
const { privateKey, publicKey } = makeAttestationKeys();

let stack: LocalStack;
let releases: StackReleases;
/** With the tarballs, and the repository beside them. */
let folder: string;
test.beforeAll(async () => {
  const [hash, ofOperator] = [TOKEN, OPERATOR].map((token) =>
    createHash('sha256').update(token).digest('hex'),
  );
  const tokens = `${NAME} ${hash} ${publicKey}\n* ${ofOperator} ${publicKey}`;
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

const release = () =>
  run('npx', ['stepwise-release'], repository(), {
    STEPWISE_URL: stack.url,
    STEPWISE_RELEASE_TOKEN: TOKEN,
    STEPWISE_ATTESTATION_KEY: privateKey,
  });

/** The operator opens an uploaded release in a browser, in the checkout. */
const check = (version: string) =>
  run(
    'node',
    [join(CHECKOUT, 'shared-contracts/tooling/release/release.ts'), '--check', version, NAME],
    CHECKOUT,
    {
      STEPWISE_URL: stack.url,
      STEPWISE_RELEASE_TOKEN: OPERATOR,
      STEPWISE_ATTESTATION_KEY: privateKey,
    },
  );

test('a feature is released from a folder with the published packages only', async ({ page }) => {
  const packages = await run('npm', ['run', '--silent', 'pack:contracts', '--', folder], CHECKOUT);
  await write('diary-web/package.json', '{ "name": "@diary-team/mf-diary", "type": "module" }');
  const tarballs = [...packages.trim().split('\n'), await packLibrary()];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]);
  await write(
    'diary-web/tsconfig.json',
    '{ "extends": "@stepwise/tooling/tsconfig.json", "include": ["src"] }',
  );
  const routes = "[{ path: '/diary', page: 'diary', access: 'anyone' }]";
  await write(
    'diary-web/src/manifest.ts',
    `import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-contract';

export const manifest: FeatureManifest = {
  name: '${NAME}', title: 'Diary', contract: '^0.1.1', routes: ${routes}, slots: [],
};
`,
  );

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
  const manifest = await readFile(join(repository(), 'src/manifest.ts'), 'utf8');
  await write('diary-web/src/manifest.ts', manifest.replace("title: 'Diary'", "title: 'Your diary'"));
  const { live } = await releases.deployment(NAME);
  expect(await release()).toContain('for 20 per cent');
  const { canary } = await releases.deployment(NAME);
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

  await rm(join(made, 'src'), { recursive: true });
  await cp(join(CHECKOUT, 'mf-helpers/src'), join(made, 'src'), { recursive: true });
  await run('npm', ['test'], made);
});
