import {
  type CallShape,
  canaryRelease,
  liveRelease,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import type { FailedCheck } from '@stepwise/shared-contracts/release/release-api';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { satisfies } from 'semver';
import {
  allScriptsOf,
  allStylesOf,
  BUDGETS,
  entryOf,
  scriptsOf,
  stylesOf,
  WELCOME_FEATURE,
  weigh,
} from './budgets.ts';
import { whyIncompatible } from './incompatible-call.ts';
import { isAsBuilt, type ReleaseFiles } from './release-files.ts';
import { findRouteConflicts } from './route-conflicts.ts';

export interface CheckInput {
  name: string;
  release: Release;
  files: ReleaseFiles;
  registry: Registry;
  /** What the live API provides. */
  calls: readonly CallShape[];
  /** The files of a release that is live. */
  filesOf: (name: string, version: string) => Promise<ReleaseFiles>;
}

/** Every reason against giving a release to people, but for those that only a browser can find. */
export async function findFailedChecks(input: CheckInput): Promise<FailedCheck[]> {
  const damaged = await findDamage(input);
  // The weight of damaged files says nothing.
  const overweight = damaged.length > 0 ? [] : await findOverweight(input);
  return [...damaged, ...overweight, ...findIncompatibilities(input), ...findMissingCalls(input)];
}

const FILE = /^(\w[\w.-]{0,99}\.(js|css|svg|woff2|txt)|mf-manifest\.json)$/;

/** Whether what a release says of itself can be true: its name, its address and its files. */
export function describesItself(name: string, { url, metadata, extras }: Release): boolean {
  const { assets, load, manifest } = extras;
  const path = `/${releasePath({ name, version: metadata.version })}/`;
  const entry = assets.find((asset) => asset.path === url.slice(path.length));
  return (
    /^\d[\w.+-]{0,63}$/.test(metadata.version) &&
    url.startsWith(path) &&
    entry?.integrity === metadata.integrity &&
    assets.every((asset) => FILE.test(asset.path)) &&
    new Set(assets.map((asset) => asset.path)).size === assets.length &&
    load.every((file) => assets.some((asset) => asset.path === file)) &&
    (name === SHELL || manifest?.name === name)
  );
}

async function findDamage({ name, release, files }: CheckInput): Promise<FailedCheck[]> {
  const remedy = 'Build and release again. A release is never changed once it is made.';
  if (!describesItself(name, release))
    return [{ cause: 'What release.json says contradicts itself.', remedy }];
  const checks = release.extras.assets.map(async (asset) =>
    (await isAsBuilt(files, asset))
      ? []
      : [{ cause: `${asset.path} is not the file that was built: its hash differs.`, remedy }],
  );
  return (await Promise.all(checks)).flat();
}

async function findOverweight({
  name,
  release,
  files,
  registry,
  filesOf,
}: CheckInput): Promise<FailedCheck[]> {
  const less = 'What is loaded later counts too: do without a library, or with less of it.';
  const later = 'Load what is not needed at once later, by import().';
  const over = (what: string, bytes: number, budget: number, remedy = less): FailedCheck[] =>
    bytes <= budget ? [] : [{ cause: `${what} weighs ${kB(bytes)}; ${kB(budget)} are allowed.`, remedy }];
  const failed =
    name === SHELL
      ? over('What the shell loads later', await weigh(files, laterScriptsOf(release)), BUDGETS.shellLater)
      : [
          ...over(`The JavaScript of ${name}`, await weigh(files, allScriptsOf(release)), BUDGETS.feature),
          ...over(
            `The styles, fonts and images of ${name}`,
            await weigh(files, allStylesOf(release)),
            BUDGETS.featureStyles,
          ),
          ...over('Its entry', await weigh(files, [entryOf(release)]), BUDGETS.entry, later),
          ...over(
            'Its manifest',
            Buffer.byteLength(JSON.stringify(release.extras.manifest)),
            BUDGETS.manifest,
            'Shorten its titles and words in src/manifest.ts.',
          ),
        ];
  const other = name === SHELL ? WELCOME_FEATURE : name === WELCOME_FEATURE ? SHELL : undefined;
  const beside = other && liveRelease(registry, other);
  if (!beside) return failed;
  const besideFiles = await filesOf(other, beside.metadata.version);
  const weighBoth = async (pathsOf: (release: Release) => string[]): Promise<number> =>
    (await weigh(files, pathsOf(release))) + (await weigh(besideFiles, pathsOf(beside)));
  return [
    ...failed,
    ...over('The JavaScript of the welcome page', await weighBoth(scriptsOf), BUDGETS.welcome, later),
    ...over(
      'The style of the welcome page, fonts included,',
      await weighBoth(stylesOf),
      BUDGETS.welcomeStyles,
      later,
    ),
  ];
}

const laterScriptsOf = (release: Release): string[] =>
  allScriptsOf(release).filter((file) => !release.extras.load.includes(file));

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Whether a release fits the releases that people get together with it. */
export function findIncompatibilities({
  name,
  release,
  registry,
}: Pick<CheckInput, 'name' | 'release' | 'registry'>) {
  const given = (other: string): Release[] =>
    [liveRelease(registry, other), canaryRelease(registry, other)].filter((found) => found !== undefined);
  const others = Object.keys(registry.microFrontends).filter((other) => other !== SHELL && other !== name);
  if (name === SHELL)
    return others.flatMap((other) =>
      given(other).flatMap((feature) => findMismatches(release, other, feature)),
    );
  const shells = given(SHELL);
  if (shells.length === 0) return [{ cause: 'No shell is live.', remedy: 'Release the shell first.' }];
  return [
    ...shells.flatMap((shell) => findMismatches(shell, name, release)),
    ...findRouteConflicts(name, release, new Map(others.map((other) => [other, given(other)]))),
  ];
}

/** Why a shell does not suit a feature’s release: the shared modules that it lacks or has out of range, by the build or the manifest. */
export function findMismatches(shell: Release, name: string, feature: Release): FailedCheck[] {
  const { requires = {}, contract } = feature.extras;
  const ranges = Object.entries(requires).flatMap(([module, built]) =>
    [built, ...(module.startsWith(CONTRACTS) ? [contract] : [])].map((range) => [module, range] as const),
  );
  const causes = ranges.flatMap(([module, range]) => {
    const version = shell.extras.provides?.[module];
    if (version && satisfies(version, range)) return [];
    // All of shared-contracts has one version, which is said once.
    const what = version && module.startsWith(CONTRACTS) ? CONTRACTS : module;
    return [
      `${name} ${feature.metadata.version} needs ${what} ${range}, and the shell ${shell.metadata.version} brings ${version ?? 'none'}.`,
    ];
  });
  const remedy = 'Release the other of the two first, built from a checkout that holds both.';
  return [...new Set(causes)].map((cause) => ({ cause, remedy }));
}

const CONTRACTS = '@stepwise/shared-contracts';

function findMissingCalls({ name, release, files, calls }: CheckInput): FailedCheck[] {
  const causes = (release.extras.calls ?? []).flatMap((used) => {
    const reason = whyIncompatible(used, calls);
    return reason ? [`It uses ${used.method} ${used.path}, but ${reason}.`] : [];
  });
  // The shell asks for what is no call as well, such as the registry's news.
  const paths = new Set(calls.map(({ path }) => path));
  const unknown = name === SHELL ? [] : addressesIn(files).filter((address) => !paths.has(address));
  return [
    ...causes,
    ...unknown.map((address) => `It asks for ${address}, but the live API has no such call.`),
  ].map((cause) => ({
    cause,
    remedy: 'Deploy the API that has it first, or build from a checkout that matches the live API.',
  }));
}

/** What a release's scripts hold that begins as a call's address does, up to its query. */
function addressesIn(files: ReleaseFiles): string[] {
  const scripts = [...files].filter(([path]) => path.endsWith('.js'));
  return [
    ...new Set(
      scripts.flatMap(([, content]) =>
        [...String(content).matchAll(/["'`](\/api\/[^"'`?#$\s\\]*)/g)].map(([, address = '']) => address),
      ),
    ),
  ];
}
