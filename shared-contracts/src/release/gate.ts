import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { satisfies } from 'semver';
import {
  type CallShape,
  canaryRelease,
  liveRelease,
  type Registry,
  type Release,
  releaseFolder,
  SHELL,
} from '../federation/registry.ts';
import { BUDGETS, entryOf, scriptsOf, WELCOME_FEATURE, weigh } from './budgets.ts';
import { callMisfit } from './call-shape.ts';
import { findClaims } from './claims.ts';
import { integrityOf } from './integrity.ts';
import { releasePath } from './release-path.ts';

/** Why a release may not go live, and what to do about it, in plain words. */
export interface GateFault {
  cause: string;
  remedy: string;
}

/** A release that may not go live. */
export class GateError extends Error {
  override name = 'GateError';
  readonly faults: readonly GateFault[];

  constructor(name: string, version: string, faults: readonly GateFault[]) {
    const lines = faults.map(({ cause, remedy }) => `  - ${cause}\n    ${remedy}`);
    super(`${name} ${version} was refused. What is live has not changed.\n${lines.join('\n')}`);
    this.faults = faults;
  }
}

export interface GateInput {
  name: string;
  release: Release;
  /** The releases' folder in which the candidate lies, and what is live. */
  releases: string;
  registry: Registry;
  /** What the live API provides. */
  calls: readonly CallShape[];
}

/** Every reason against giving a release to people, but for those that a browser alone can find. */
export async function findFaults(input: GateInput): Promise<GateFault[]> {
  const damaged = await findDamage(input);
  // The weight of damaged files says nothing.
  const overweight = damaged.length > 0 ? [] : await findOverweight(input);
  return [...damaged, ...overweight, ...findMisfits(input), ...findMissingCalls(input)];
}

const FILE = /^\w[\w.-]*\.(js|css|svg|woff2|txt)$/;

/** Whether what a release says of itself can be true: its name, its place and its files'. */
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

async function findDamage({ name, release, releases }: GateInput): Promise<GateFault[]> {
  const remedy = 'Build and release again. A release is never changed once it is made.';
  if (!describesItself(name, release))
    return [{ cause: 'What release.json says contradicts itself.', remedy }];
  const folder = join(releases, releaseFolder(release));
  const checks = release.extras.assets.map(async ({ path, integrity }) => {
    const isWhole = await isAsBuilt(join(folder, path), integrity);
    return isWhole ? [] : [{ cause: `${path} is not the file that was built: its hash differs.`, remedy }];
  });
  return (await Promise.all(checks)).flat();
}

/** The file itself, and each compressed form that lies beside it. */
async function isAsBuilt(file: string, integrity: string): Promise<boolean> {
  const forms = [
    readFile(file),
    readFile(`${file}.br`).then(promisify(brotliDecompress)),
    readFile(`${file}.gz`).then(promisify(gunzip)),
  ].map((form) => form.then((content) => integrityOf(content) === integrity));
  const [plain, ...compressed] = await Promise.allSettled(forms);
  return (
    plain?.status === 'fulfilled' &&
    plain.value &&
    compressed.every((form) =>
      form.status === 'fulfilled' ? form.value : (form.reason as NodeJS.ErrnoException).code === 'ENOENT',
    )
  );
}

async function findOverweight({ name, release, releases, registry }: GateInput): Promise<GateFault[]> {
  const remedy =
    'Load what is not needed at once later, or do without a library. docs/speed.md says how it is measured.';
  const over = (what: string, bytes: number, budget: number): GateFault[] =>
    bytes <= budget ? [] : [{ cause: `${what} weighs ${kB(bytes)}; ${kB(budget)} are allowed.`, remedy }];
  const weightOf = (one: Release, files = scriptsOf(one)) => weigh(releases, one, files);
  const faults =
    name === SHELL
      ? []
      : [
          ...over(`The JavaScript of ${name}`, await weightOf(release), BUDGETS.feature),
          ...over(`Its entry`, await weightOf(release, [entryOf(release)]), BUDGETS.entry),
          ...over(
            'Its manifest',
            Buffer.byteLength(JSON.stringify(release.extras.manifest)),
            BUDGETS.manifest,
          ),
        ];
  const other = name === SHELL ? WELCOME_FEATURE : name === WELCOME_FEATURE ? SHELL : undefined;
  const beside = other && liveRelease(registry, other);
  if (!beside) return faults;
  const welcome = (await weightOf(release)) + (await weightOf(beside));
  return [...faults, ...over('The JavaScript of the welcome page', welcome, BUDGETS.welcome)];
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Whether a release fits the releases that people get together with it. */
export function findMisfits({ name, release, registry }: Pick<GateInput, 'name' | 'release' | 'registry'>) {
  const given = (other: string): Release[] =>
    [liveRelease(registry, other), canaryRelease(registry, other)].filter((found) => found !== undefined);
  const others = Object.keys(registry.microFrontends).filter((other) => other !== SHELL && other !== name);
  if (name === SHELL)
    return others.flatMap((other) => given(other).flatMap((feature) => fitInto(release, other, feature)));
  const shells = given(SHELL);
  if (shells.length === 0) return [{ cause: 'No shell is live.', remedy: 'Release the shell first.' }];
  return [
    ...shells.flatMap((shell) => fitInto(shell, name, release)),
    ...findClaims(name, release, new Map(others.map((other) => [other, given(other)]))),
  ];
}

function fitInto(shell: Release, name: string, feature: Release): GateFault[] {
  const causes = Object.entries(feature.extras.requires ?? {}).flatMap(([module, range]) => {
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

function findMissingCalls({ release, calls }: GateInput): GateFault[] {
  return (release.extras.calls ?? []).flatMap((used) => {
    const misfit = callMisfit(used, calls);
    if (!misfit) return [];
    return [
      {
        cause: `It uses ${used.method} ${used.path}, but ${misfit}.`,
        remedy: 'Deploy the API that has it first, or build from a checkout that matches the live API.',
      },
    ];
  });
}
