import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import {
  type Registry,
  registrySchema,
  releaseFolder,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { CHECKOUT_RELEASES } from './stack.ts';

/** The commit of the releases in use. Update it when newer ones have gone live. */
const PREVIOUS = '960dca181789e31a232c5ee40da92c804c2948e6';
const PREVIOUS_BUILD = 'shared-contracts/src/build/build-when-stale.ts';

/** Which part of the product is the previous one, beside the current other part. */
export type Skew = 'previous features' | 'previous shell';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const PREVIOUS_RELEASES = join(CHECKOUT, '.stepwise/previous', PREVIOUS);

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: CHECKOUT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Whether the history that holds the previous sources is here; a shallow clone and an export lack it. */
export function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository') === 'false';
  } catch {
    return false;
  }
}

/**
 * Whether the previous shell has the contract that the current features need. The gate refuses them in an earlier one:
 * the shell is released first.
 */
export const previousShellFits = (): boolean =>
  JSON.parse(git('show', `${PREVIOUS}:shared-contracts/package.json`)).version === CONTRACT_VERSION;

/** Builds the previous release of every package from its commit, once. Throws when the commit is unknown. */
export async function buildPreviousReleases(): Promise<void> {
  if (existsSync(join(PREVIOUS_RELEASES, 'registry.json'))) return;
  const source = await mkdtemp(join(tmpdir(), 'stepwise-previous-'));
  const archive = join(source, 'source.tar');
  const draft = `${PREVIOUS_RELEASES}.${process.pid}`;
  try {
    git('archive', '--output', archive, PREVIOUS);
    execFileSync('tar', ['-xf', archive, '-C', source]);
    await linkPackages(source);
    execFileSync('node', [join(source, PREVIOUS_BUILD)], {
      env: { ...process.env, STEPWISE_RELEASES: draft },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await mkdir(dirname(PREVIOUS_RELEASES), { recursive: true });
    await rename(draft, PREVIOUS_RELEASES);
  } finally {
    await rm(source, { recursive: true });
    await rm(draft, { recursive: true, force: true });
  }
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
  }
}

/** A folder of releases in which one part is the previous one. The caller removes it. */
export async function skewedReleases(skew: Skew): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-skew-'));
  const [current, previous] = await Promise.all([CHECKOUT_RELEASES, PREVIOUS_RELEASES].map(readRegistry));
  if (!current || !previous) throw new Error('There are no two registries to mix.');
  const isPrevious = (name: string) => (name === SHELL) === (skew === 'previous shell');
  const microFrontends: Registry['microFrontends'] = {};
  for (const name of Object.keys(current.microFrontends)) {
    const [from, registry] = isPrevious(name)
      ? ([PREVIOUS_RELEASES, previous] as const)
      : ([CHECKOUT_RELEASES, current] as const);
    const releases = registry.microFrontends[name];
    // A feature that is new has no previous release.
    if (!releases) continue;
    microFrontends[name] = releases;
    for (const release of releases) {
      const path = releaseFolder(release).slice(0, -1);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(from, path), join(folder, path));
    }
  }
  await writeFile(join(folder, 'registry.json'), JSON.stringify({ ...current, microFrontends }));
  return folder;
}

const readRegistry = async (releases: string): Promise<Registry> =>
  registrySchema.parse(JSON.parse(await readFile(join(releases, 'registry.json'), 'utf8')));
