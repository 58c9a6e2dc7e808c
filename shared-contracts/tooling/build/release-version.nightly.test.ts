import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'checkouts-'));
});
afterAll(() => rmSync(root, { recursive: true }));

/** A checkout of its own below `root`, with copies of the tooling, the contracts and some packages. */
function makeCheckout(path: string, packages: readonly string[]): string {
  const checkout = join(root, path);
  const own = join(checkout, 'node_modules/@stepwise');
  mkdirSync(own, { recursive: true });
  for (const name of ['package-lock.json', 'shared-contracts', ...packages])
    cpSync(join(CHECKOUT, name), join(checkout, name), { recursive: true });
  for (const name of readdirSync(join(CHECKOUT, 'node_modules')))
    if (name !== '@stepwise')
      symlinkSync(join(CHECKOUT, 'node_modules', name), join(checkout, 'node_modules', name));
  symlinkSync('../../shared-contracts', join(own, 'shared-contracts'));
  symlinkSync('../../shared-contracts/tooling', join(own, 'tooling'));
  return checkout;
}

const releasesOf = (checkout: string) => join(checkout, 'releases');

/** Runs `npm run build`, and returns which packages it had to build. */
async function build(checkout: string): Promise<string[]> {
  const { stdout } = await run(
    process.execPath,
    [join(checkout, 'shared-contracts/tooling/build/build-when-stale.ts')],
    { env: { ...process.env, STEPWISE_BUILD: releasesOf(checkout) } },
  );
  return stdout.match(/shell|mf-[a-z]+/g) ?? [];
}

const versionsOf = (checkout: string, name: string) => readdirSync(join(releasesOf(checkout), name)).sort();

/** The files of every release of a checkout, as text by path. */
function filesOf(checkout: string): Record<string, string> {
  const releases = releasesOf(checkout);
  const entries = ['shell', 'features'].flatMap((folder) =>
    readdirSync(join(releases, folder), { recursive: true, withFileTypes: true }).map((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    ),
  );
  return Object.fromEntries(
    entries.flat().map((file) => [file.slice(releases.length), readFileSync(file, 'latin1')]),
  );
}

test('two folders build the same bytes under the same versions, which name no folder', async () => {
  const packages = ['shell', 'mf-helpers'];
  const checkouts = [makeCheckout('one', packages), makeCheckout('further/down/two', packages)];
  const [one = {}, two] = await Promise.all(
    checkouts.map(async (checkout) => {
      await build(checkout);
      return filesOf(checkout);
    }),
  );
  const main = new RegExp(`^/shell/${CONTRACT_VERSION.replaceAll('.', '\\.')}-[0-9a-f]{12}/main\\.js$`);
  expect(Object.keys(one).some((path) => main.test(path))).toBe(true);
  expect(one).toEqual(two);
  for (const text of Object.values(one))
    for (const folder of [root, CHECKOUT]) expect(text).not.toContain(folder);
}, 120_000);

describe('the version of a feature', () => {
  let checkout: string;
  beforeAll(async () => {
    checkout = makeCheckout('changing', ['mf-consent', 'mf-helpers']);
    expect(await build(checkout)).toEqual(['mf-consent', 'mf-helpers']);
  }, 120_000);

  const append = (path: string, text: string) => appendFileSync(join(checkout, path), text);
  const versions = () => versionsOf(checkout, 'features/mf-helpers');

  test('nothing is built where nothing has changed', async () => {
    expect(await build(checkout)).toEqual([]);
  });

  test.each([
    [
      'a comment in a tool',
      ['mf-consent', 'mf-helpers'],
      () => append('shared-contracts/tooling/build/webpack-preset.ts', '// A comment.\n'),
    ],
    [
      'a new dependency of another feature',
      ['mf-consent', 'mf-helpers'],
      () => {
        const file = join(checkout, 'mf-consent/package.json');
        const description = JSON.parse(readFileSync(file, 'utf8'));
        description.dependencies['left-pad'] = '1.3.0';
        writeFileSync(file, JSON.stringify(description));
        append('package-lock.json', '\n');
      },
    ],
    ['a changed test', [], () => append('mf-helpers/src/pages/helpers.page.test.tsx', '// A comment.\n')],
    [
      'a changed shared component that it does not import',
      ['mf-consent', 'mf-helpers'],
      () => append('shared-contracts/src/design-system/staircase.tsx', 'export const more = 1;\n'),
    ],
  ])(
    '%s leaves it as it is',
    async (_, isBuilt, change) => {
      const before = versions();
      change();
      expect(await build(checkout)).toEqual(isBuilt);
      expect(versions()).toEqual(before);
    },
    120_000,
  );

  test('a changed shared component that it imports changes it, and the version before stays', async () => {
    const before = versions();
    const file = join(checkout, 'shared-contracts/src/design-system/page-heading.tsx');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('<h1');
    writeFileSync(file, text.replace('<h1', '<h1 data-changed="yes"'));
    await build(checkout);
    expect(versions()).toHaveLength(before.length + 1);
    expect(versions()).toEqual(expect.arrayContaining(before));

    writeFileSync(file, text);
    await build(checkout);
    expect(versions()).toHaveLength(before.length + 1);
  }, 120_000);
});
