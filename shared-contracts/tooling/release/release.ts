/**
 * Releases one package, or moves its pointer: `npm run release -w mf-plan`, with `-- --list`, `--canary 10`,
 * `--promote`, `--rollback` or `--to VERSION`. Into the releases' folder, or into a running product where STEPWISE_URL
 * and STEPWISE_RELEASE_TOKEN name one.
 */
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Registry,
  type Release,
} from '@stepwise/shared-contracts/federation/registry';
import { findFaults, GateError } from '@stepwise/shared-contracts/release/gate';
import { BuildError } from '../build/build-error.ts';
import { findBuilt } from '../build/find-built.ts';
import { sourcePackage } from '../build/source-packages.ts';
import { FlipError, flipCanary } from './flip.ts';
import { folderPlace } from './folder-place.ts';
import { httpPlace } from './http-place.ts';
import { DamagedFileError } from './read-json.ts';
import { RegistryConflictError } from './registry-store.ts';
import { releasesFolder } from './release-folders.ts';
import { PlaceError, type ReleasePlace } from './release-place.ts';
import { makeStage, runSmoke } from './smoke-run.ts';

const root = dirname(process.cwd());
const name = basename(process.cwd());

const USAGE = `How to release ${name}:
  npm run release -w ${name}                     build, check, and give it to everybody
  npm run release -w ${name} -- --canary 10      … to 10 per cent of the people
  npm run release -w ${name} -- --promote        the canary to everybody
  npm run release -w ${name} -- --rollback       the canary back, or else the release before
  npm run release -w ${name} -- --to VERSION     a release that was made before
  npm run release -w ${name} -- --list           what is live, and what was`;

class UsageError extends Error {}

/** How much of the history `--list` shows. */
const SHOWN = 20;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const { list, rollback, promote, to, canary } = readArguments();
  const place = choosePlace();
  if (list) await tellReleases(place);
  else if (rollback) await movePointer(place, 'rollback');
  else if (promote) await movePointer(place, 'promote');
  else if (to !== undefined) await movePointer(place, 'to', to);
  else await release(place, canary);
} catch (error) {
  const known = [
    ...[BuildError, DamagedFileError, FlipError, GateError],
    ...[RegistryConflictError, PlaceError, UsageError],
  ];
  const isForPeople = known.some((kind) => error instanceof kind);
  process.stderr.write(`${isForPeople ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function readArguments() {
  let values: ReturnType<typeof parse>;
  try {
    values = parse();
  } catch {
    throw new UsageError(USAGE);
  }
  if (Object.keys(values).length > 1) throw new UsageError(USAGE);
  return { ...values, canary: values.canary === undefined ? undefined : Number(values.canary) };
}

function parse() {
  return parseArgs({
    options: {
      list: { type: 'boolean' },
      rollback: { type: 'boolean' },
      promote: { type: 'boolean' },
      to: { type: 'string' },
      canary: { type: 'string' },
    },
  }).values;
}

function choosePlace(): ReleasePlace {
  const { STEPWISE_URL: url, STEPWISE_RELEASE_TOKEN: token } = process.env;
  if (!url && !token) return folderPlace(releasesFolder(root));
  if (!url || !token || !URL.canParse(url))
    throw new UsageError(
      'STEPWISE_URL and STEPWISE_RELEASE_TOKEN need one another: a web address and a token.',
    );
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new UsageError('The token may travel over https alone, or to this machine.');
  return httpPlace(url, token);
}

async function release(place: ReleasePlace, canary: number | undefined): Promise<void> {
  const began = performance.now();
  const { registry } = await place.look(name);
  const built = await build();
  const { version } = built.metadata;
  if (
    liveRelease(registry, name)?.metadata.version === version &&
    canary === undefined &&
    !canaryRelease(registry, name)
  )
    return say(`${name} ${version} is live for everybody already: what was built is the same.`);
  // Refuses what cannot be tried that way, before the browser takes its time.
  if (canary !== undefined) flipCanary(registry, name, built, canary);
  const buildTook = since(began);
  const checked = performance.now();
  await check(place, registry, built);
  const checkTook = since(checked);
  await place.publish(name, built, releasesFolder(root));
  const { revision } = registry;
  await place.flip(
    name,
    canary === undefined
      ? { action: 'release', version, revision }
      : { action: 'canary', version, revision, traffic: canary },
  );
  await tellLive(place);
  say(`Built in ${buildTook}, checked in a browser in ${checkTook}, ${since(began)} in all.`);
}

async function build(): Promise<Release> {
  const source = sourcePackage(root, name);
  const known = await findBuilt(releasesFolder(root), source);
  if (known) return known;
  const { buildRelease } = await import('../build/build-release.ts');
  return buildRelease(source, releasesFolder(root));
}

/** The gate, before anything leaves this machine: what can be told without a browser first. */
async function check(place: ReleasePlace, registry: Registry, candidate: Release): Promise<void> {
  const { version } = candidate.metadata;
  const stage = await makeStage(place, registry, { name, release: candidate, built: releasesFolder(root) });
  try {
    const calls = await place.calls();
    const input = { name, release: candidate, releases: stage.folder, registry, calls };
    const faults = await findFaults(input);
    if (faults.length > 0) throw new GateError(name, version, faults);
    const seen = await runSmoke(root, stage.folder, name);
    if (seen.length > 0) throw new GateError(name, version, seen);
  } finally {
    await stage.remove();
  }
}

async function movePointer(place: ReleasePlace, action: 'rollback' | 'promote' | 'to', version?: string) {
  const began = performance.now();
  const { registry } = await place.look(name);
  await place.flip(name, { action, revision: registry.revision, ...(version !== undefined && { version }) });
  await tellLive(place);
  say(`That took ${since(began)}.`);
}

/** What people get now, as the place itself says it. */
async function tellLive(place: ReleasePlace): Promise<Registry> {
  const { registry } = await place.look(name);
  const [live, canary, lastGood] = [liveRelease, canaryRelease, lastGoodRelease].map((pick) =>
    pick(registry, name),
  );
  say(`${name} ${place.where}:`);
  const { traffic = 100 } = live?.deployment ?? {};
  say(
    live
      ? `  live       ${live.metadata.version}, for ${traffic} per cent of the people`
      : '  nothing is live',
  );
  if (canary) say(`  canary     ${canary.metadata.version}, for ${canary.deployment?.traffic} per cent`);
  if (lastGood) say(`  last good  ${lastGood.metadata.version}, where the live one fails`);
  return registry;
}

async function tellReleases(place: ReleasePlace): Promise<void> {
  await tellLive(place);
  const { history } = await place.look(name);
  if (history.length > 0) say('What was done, the newest last:');
  for (const { at, action, from, to, traffic, who, reason } of history.slice(-SHOWN)) {
    const share = action === 'canary' ? ` for ${traffic} per cent` : '';
    say(
      `  ${at.slice(0, 16)}Z  ${action.padEnd(9)}  ${from ?? 'nothing'} → ${to}${share}, by ${who}${reason ? `: ${reason}` : ''}`,
    );
  }
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
