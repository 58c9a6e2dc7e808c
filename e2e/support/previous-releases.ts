import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { whyWrongVersion } from '@stepwise/api/src/release-api/contract-change.ts';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import {
  BUILT_FILE,
  readBuiltRelease,
  readBuiltVersions,
} from '@stepwise/shared-contracts/release/built-releases';
import { linkBuild } from './build.ts';
import { CHECKOUT_BUILD } from './stack.ts';

/** The commit of the releases in use. Update it when newer ones have gone live. */
const PREVIOUS = 'a774e899b2e9a8551b2a13deb8fe6369d3cfcb4e';
const PREVIOUS_BUILD = 'shared-contracts/tooling/build/build-when-stale.ts';

/** Which part of the product is the previous one, beside the current other part. */
export type Skew = 'previous features' | 'previous shell';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const PREVIOUS_RELEASES = join(CHECKOUT, '.stepwise/previous', PREVIOUS);

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: CHECKOUT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Whether the history contains the previous sources; a shallow clone and an export lack it. */
export function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository') === 'false';
  } catch {
    return false;
  }
}

/**
 * Whether the previous shell has the contract that the current features need. The release checks reject them in an earlier one:
 * the shell is released first.
 */
export const previousShellFits = (): boolean =>
  JSON.parse(git('show', `${PREVIOUS}:shared-contracts/package.json`)).version === CONTRACT_VERSION;

const areBuilt = (): boolean => existsSync(join(PREVIOUS_RELEASES, BUILT_FILE));

/** Builds the previous release of every package from its commit, once. Throws when the commit is unknown. */
export async function buildPreviousReleases(): Promise<void> {
  if (areBuilt()) return;
  const source = await checkOutPrevious();
  const draft = `${PREVIOUS_RELEASES}.${process.pid}`;
  try {
    execFileSync('node', [join(source, PREVIOUS_BUILD)], {
      env: { ...process.env, STEPWISE_BUILD: draft },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await mkdir(dirname(PREVIOUS_RELEASES), { recursive: true });
    await rename(draft, PREVIOUS_RELEASES).catch((error) => {
      // Another worker has built the same meanwhile.
      if (!areBuilt()) throw error;
    });
  } finally {
    await rm(source, { recursive: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** The sources of the previous releases, with the packages that are installed here. The caller removes the folder. */
export async function checkOutPrevious(): Promise<string> {
  const source = await mkdtemp(join(tmpdir(), 'stepwise-previous-'));
  const archive = join(source, 'source.tar');
  git('archive', '--output', archive, PREVIOUS);
  execFileSync('tar', ['-xf', archive, '-C', source]);
  await linkPackages(source);
  return source;
}

/** Links the installed packages beside the previous sources, and the project's own to those sources. */
async function linkPackages(source: string): Promise<void> {
  const installed = join(CHECKOUT, 'node_modules');
  const own = '@stepwise';
  await mkdir(join(source, 'node_modules', own), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== own) await symlink(join(installed, name), join(source, 'node_modules', name));
  for (const name of await readdir(join(installed, own))) {
    const folder = relative(CHECKOUT, await realpath(join(installed, own, name)));
    await symlink(join(source, folder), join(source, 'node_modules', own, name));
    // A package has its own copy of another where it needs a different version.
    const nested = join(CHECKOUT, folder, 'node_modules');
    if (existsSync(nested) && existsSync(join(source, folder)))
      await symlink(nested, join(source, folder, 'node_modules'));
  }
}

/** A build in which one part of the product is the previous one. The caller removes it. */
export async function skewedBuild(skew: Skew): Promise<string> {
  await buildPreviousReleases();
  const [current, previous] = await Promise.all([
    readBuiltVersions(CHECKOUT_BUILD),
    readBuiltVersions(PREVIOUS_RELEASES),
  ]);
  const isPrevious = (name: string) => (name === SHELL) === (skew === 'previous shell');
  return linkBuild(
    Object.entries(current).flatMap(([name, version]) => {
      if (!isPrevious(name)) return [{ name, version, from: CHECKOUT_BUILD }];
      const before = previous[name];
      // A feature that is new has no previous release.
      return before ? [{ name, version: before, from: PREVIOUS_RELEASES }] : [];
    }),
  );
}

/** Why shared-contracts may not have its version, given what the previous shell brings to features and the current one does. */
export async function whyWrongContractVersion(): Promise<string | undefined> {
  const contractIn = async (folder: string) => {
    const version = (await readBuiltVersions(folder))[SHELL] ?? '';
    const { extras } = (await readBuiltRelease(folder, SHELL, version)).release;
    return { ...extras, version: extras.contract.replace('^', '') };
  };
  return whyWrongVersion(await contractIn(PREVIOUS_RELEASES), await contractIn(CHECKOUT_BUILD));
}

/** A build of the previous releases only. The caller removes it. */
export const previousBuild = async (): Promise<string> =>
  linkBuild(
    Object.entries(await readBuiltVersions(PREVIOUS_RELEASES)).map(([name, version]) => ({
      name,
      version,
      from: PREVIOUS_RELEASES,
    })),
  );
