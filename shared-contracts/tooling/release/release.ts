// In one file: one command, whose options share what it reads of the running product.
/**
 * Releases one package, or changes who gets which release: `npm run release -w mf-plan`, with `-- --list`, `--faults`,
 * `--status`, `--canary 10`, `--check VERSION`, `--preview ADDRESS`, `--promote`, `--rollback`, `--recall --why REASON`, `--to VERSION` or `--retire`. Into the running product that STEPWISE_URL and
 * STEPWISE_RELEASE_TOKEN name, or else the one that `npm start` runs from this checkout. At the top of the checkout,
 * `npm run release -- --retire mf-plan`, a package needs no folder, as one whose sources are gone. A package with a repository of
 * its own, where @stepwise/tooling is installed, has `npx stepwise-release` instead of `npm run release -w mf-plan --`.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  type Registry,
  type Release,
} from '@stepwise/shared-contracts/federation/registry';
import { attest } from '@stepwise/shared-contracts/release/attestation';
import { type BuiltRelease, readBuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import {
  CANARY_LIMIT,
  type DeploymentOrder,
  LOCAL_TARGET_FILE,
  localTargetSchema,
} from '@stepwise/shared-contracts/release/release-api';
import { BuildError } from '../build/build-error.ts';
import { buildFolder } from '../build/build-folder.ts';
import { findBuilt } from '../build/find-built.ts';
import { isCheckout, type SourcePackage, sourcePackage, workingPackage } from '../build/source-packages.ts';
import { newFaults } from './attribute-fault.ts';
import { checkTypes } from './check-types.ts';
import { FailedChecksError } from './failed-checks-error.ts';
import { type ReleaseTarget, releaseTarget, TargetError } from './release-target.ts';
import { type Candidate, makeStage, runSmoke } from './smoke-run.ts';
import { watchRecall } from './watch-recall.ts';

const isAtTop = isCheckout(process.cwd());
const given = parse();
const { root, name } = isAtTop
  ? { root: process.cwd(), name: given?.positionals[0] ?? 'mf-plan' }
  : packageHere();
const command = isCheckout(root) ? `npm run release -w ${name} --` : 'npx stepwise-release';

const USAGE = `How to release ${name}:
  ${command}                     build, check, and give it to everybody
  ${command} --canary 10      … to 10 per cent of the people, ${CANARY_LIMIT} at most
  ${command} --preview ADDRESS  … to the tester with that account only, by a link for a day
  ${command} --status         how the canary does beside the live release
  ${command} --promote        the canary to everybody; before its number is enough, --why "…"
  ${command} --rollback       the canary back, or else the release before
  ${command} --recall --why "…"  the same at once, on open pages as well, and never again by itself
  ${command} --check VERSION  opens a release that waits, or a canary, in a browser and attests it
  ${command} --to VERSION     a release that was made before
  ${command} --retire         the package to no one any more
  ${command} --list           what is live, and what was
  ${command} --faults         what failed in browsers, and where in the sources${
    isCheckout(root)
      ? `\nAll but the first three also for a package without a folder: npm run release -- --retire ${name}`
      : ''
  }`;

class UsageError extends Error {}

/** How much of the history `--list` shows. */
const SHOWN = 20;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
// The reader has seen enough, as in `--list | head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

try {
  const { list, faults, status, rollback, promote, retire, recall, why, to, check, preview, canary } =
    readArguments();
  const reason = why !== undefined && { reason: why };
  const target = chooseTarget();
  if (list) await printReleases(target);
  else if (faults) await printFaults(target);
  else if (status) await printStatus(target);
  else if (rollback) await change(target, { action: 'rollback' });
  else if (promote) await change(target, { action: 'promote', ...reason });
  else if (retire) await change(target, { action: 'retire' });
  else if (recall && why) await recallRelease(target, why);
  else if (check !== undefined) await checkUploaded(target, check);
  else if (preview !== undefined) await showTester(target, preview);
  else if (to !== undefined) await change(target, { action: 'to', version: to, ...reason });
  else await release(target, canary);
} catch (error) {
  const known = [BuildError, FailedChecksError, TargetError, UsageError];
  const isForPeople = known.some((kind) => error instanceof kind);
  process.stderr.write(`${isForPeople ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function readArguments() {
  if (given?.positionals.length !== (isAtTop ? 1 : 0)) throw new UsageError(USAGE);
  const { values } = given;
  const canary = values.canary === undefined ? undefined : Number(values.canary);
  const isShare = canary === undefined || (Number.isInteger(canary) && canary >= 1 && canary <= CANARY_LIMIT);
  const isRelease = values.canary !== undefined || Object.keys(values).length === 0;
  const { why, ...actions } = values;
  const takesReason = [values.recall, values.promote, values.to].some((value) => value !== undefined);
  const isReasoned = why === undefined ? !values.recall : takesReason && why.trim() !== '';
  if (
    Object.keys(actions).length > 1 ||
    !isShare ||
    !isReasoned ||
    (isAtTop && (isRelease || values.preview))
  )
    throw new UsageError(USAGE);
  return { ...values, canary };
}

function packageHere() {
  try {
    return workingPackage(process.cwd());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/** Null where they are not understood. */
function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean' },
        faults: { type: 'boolean' },
        status: { type: 'boolean' },
        rollback: { type: 'boolean' },
        promote: { type: 'boolean' },
        retire: { type: 'boolean' },
        recall: { type: 'boolean' },
        why: { type: 'string' },
        to: { type: 'string' },
        check: { type: 'string' },
        preview: { type: 'string' },
        canary: { type: 'string' },
      },
    });
  } catch {
    return null;
  }
}

function chooseTarget(): ReleaseTarget {
  const { STEPWISE_URL: url, STEPWISE_RELEASE_TOKEN: token, STEPWISE_ATTESTATION_KEY: key } = process.env;
  if (!url && !token) return localTarget();
  if (!url || !token || !URL.canParse(url))
    throw new UsageError(
      'STEPWISE_URL and STEPWISE_RELEASE_TOKEN need one another: a web address and a token.',
    );
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new UsageError('The token may travel over https only, or to this machine.');
  return releaseTarget(url, token, key);
}

/** The server that `npm start` runs from this checkout. */
function localTarget(): ReleaseTarget {
  const file = join(resolve(root, process.env.DATA_DIR || '.stepwise/data'), LOCAL_TARGET_FILE);
  try {
    const { url, token, attestationKey } = localTargetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return releaseTarget(url, token, attestationKey);
  } catch {
    throw new UsageError(
      'No product runs here. Start it with npm start, or name another by STEPWISE_URL and STEPWISE_RELEASE_TOKEN.',
    );
  }
}

async function release(target: ReleaseTarget, canary: number | undefined): Promise<void> {
  const began = performance.now();
  const { registry } = await target.look(name);
  const [built] = await Promise.all([build(), checkTypes(root, name)]);
  const { version } = built.release.metadata;
  if (
    liveRelease(registry, name)?.metadata.version === version &&
    canary === undefined &&
    !canaryRelease(registry, name)
  )
    return say(`${name} ${version} is live for everybody already: what was built is the same.`);
  const buildTook = since(began);
  const checked = performance.now();
  await checkBuilt(target, registry, built);
  const checkTook = since(checked);
  await target.publish(built);
  const { revision } = registry;
  await target.deploy(
    name,
    canary === undefined
      ? { action: 'release', version, revision, ...sign(target, built.release, revision) }
      : { action: 'canary', version, revision, traffic: canary, ...sign(target, built.release, revision) },
  );
  await printLive(target);
  const how = isCheckout(root) ? ' in a browser' : ' by the product, in no browser,';
  say(`Built in ${buildTook}, checked${how} in ${checkTook}, ${since(began)} in all.`);
}

/** Builds and uploads a release that no one gets, and makes the link for its tester. */
async function showTester(target: ReleaseTarget, tester: string): Promise<void> {
  const [built] = await Promise.all([build(), checkTypes(root, name)]);
  await checkByProduct(target, built);
  await target.publish(built);
  const { link, until } = await target.preview(name, { version: built.release.metadata.version, tester });
  say(`Until ${until.slice(0, 16)}Z, for the account with that address and no consent:\n${link}`);
}

/** Nothing without a key, or where no browser has opened the release: it is a canary then. */
function sign({ attestationKey: key }: ReleaseTarget, { metadata }: Release, revision: number) {
  return key && isCheckout(root) && { attestation: attest({ name, ...metadata, revision }, key) };
}

async function build(): Promise<BuiltRelease> {
  const source = sourcePackage(root, name);
  const folder = buildFolder(root);
  const { metadata } = (await findBuilt(folder, source)) ?? (await buildAnew(source, folder));
  return readBuiltRelease(folder, name, metadata.version);
}

async function buildAnew(source: SourcePackage, folder: string): Promise<Release> {
  // webpack takes most of a second to load.
  const { buildRelease } = await import('../build/build-release.ts');
  return buildRelease(source, folder);
}

/** What the product finds first, since that takes no browser. A browser needs the product's API, which only a checkout has. */
async function checkBuilt(target: ReleaseTarget, registry: Registry, built: BuiltRelease): Promise<void> {
  await checkByProduct(target, built);
  if (isCheckout(root))
    await open(target, registry, { name, release: built.release, built: buildFolder(root) });
}

async function checkByProduct(target: ReleaseTarget, built: BuiltRelease): Promise<void> {
  const failed = await target.check(built);
  if (failed.length > 0) throw new FailedChecksError(name, built.release.metadata.version, failed);
}

/**
 * Opens a release that the product has in a browser, and signs that: one that waits, as the first of a package, goes to
 * everyone, and a canary to the people who have it. Changes nothing where it is rejected.
 */
async function checkUploaded(target: ReleaseTarget, version: string): Promise<void> {
  const began = performance.now();
  if (!isCheckout(root)) throw new UsageError('The browser’s check needs a checkout of Stepwise.');
  if (!target.attestationKey) throw new UsageError('Set STEPWISE_ATTESTATION_KEY, which signs the check.');
  const { registry } = await target.look(name);
  const canary = canaryRelease(registry, name);
  const traffic = canary?.metadata.version === version && canary.deployment?.traffic;
  if (!traffic && liveRelease(registry, name))
    throw new UsageError(`${name} ${version} is no canary, and another release of ${name} is live.`);
  const release = await target.find(name, version);
  await open(target, registry, { name, release });
  const { revision } = registry;
  const signed = { version, revision, ...sign(target, release, revision) };
  const order = traffic ? { action: 'canary' as const, traffic } : { action: 'release' as const };
  await target.deploy(name, { ...order, ...signed });
  if (traffic && !(await target.status(name)).canary?.isAttested)
    throw new UsageError(
      'The product knows no public key of STEPWISE_ATTESTATION_KEY; add the line of release:token.',
    );
  await printLive(target);
  say(`${version} was opened in a browser and is ${traffic ? 'attested' : 'live'}, in ${since(began)}.`);
}

/** Opens a candidate in a browser. Throws FailedChecksError with what is of its making. */
async function open(target: ReleaseTarget, registry: Registry, candidate: Candidate): Promise<void> {
  const { version } = candidate.release.metadata;
  const seen = await smoke(target, registry, candidate);
  if (seen.length === 0) return;
  // What is there without the candidate is not of its making.
  const before = liveRelease(registry, name) ? await smoke(target, registry) : [];
  const found = newFaults(seen, before);
  if (found.length === 0)
    return say(`What a browser shows was there before, so that it does not count:\n  ${seen.join('\n  ')}`);
  throw new FailedChecksError(
    name,
    version,
    found.map((fault) => ({
      cause: `In a real browser: ${fault}`,
      remedy: 'Correct it, try it with npm start, and release again.',
    })),
  );
}

/** What goes wrong in a browser with a candidate beside what is live, or with what is live only. */
async function smoke(target: ReleaseTarget, registry: Registry, candidate?: Candidate): Promise<string[]> {
  const stage = await makeStage(target, registry, candidate);
  try {
    return await runSmoke(root, stage.folder, name);
  } finally {
    await stage.remove();
  }
}

async function change(target: ReleaseTarget, order: Omit<DeploymentOrder, 'revision'>): Promise<void> {
  const began = performance.now();
  const { registry } = await target.look(name);
  await target.deploy(name, { ...order, revision: registry.revision });
  await printLive(target);
  say(`That took ${since(began)}.`);
}

/** Takes a release from everyone, and waits until the open pages that were heard of have left it. */
async function recallRelease(target: ReleaseTarget, why: string): Promise<void> {
  const { registry } = await target.look(name);
  const [live, canary] = [liveRelease, canaryRelease].map((pick) => pick(registry, name)?.metadata.version);
  const version = canary ?? live;
  await change(target, { action: 'recall', reason: why });
  say(await watchRecall(() => target.openPages(name), version ?? ''));
}

/** What people get now, as the product itself says it. */
async function printLive(target: ReleaseTarget): Promise<void> {
  const { registry } = await target.look(name);
  const [live, canary, lastGood] = [liveRelease, canaryRelease, lastGoodRelease].map((pick) =>
    pick(registry, name),
  );
  say(`${name} at ${target.url}:`);
  const { traffic = 100 } = live?.deployment ?? {};
  say(
    live
      ? `  live       ${live.metadata.version}, for ${traffic} per cent of the people`
      : '  nothing is live',
  );
  if (canary) say(`  canary     ${canary.metadata.version}, for ${canary.deployment?.traffic} per cent`);
  if (lastGood) say(`  last good  ${lastGood.metadata.version}, where the live one fails`);
}

async function printReleases(target: ReleaseTarget): Promise<void> {
  await printLive(target);
  const { history } = await target.look(name);
  if (history.length > 0) say('What was done, the newest last:');
  for (const { at, action, from, to, traffic, who, reason } of history.slice(-SHOWN)) {
    const share = traffic < 100 ? ` for ${traffic} per cent` : '';
    say(
      `  ${at.slice(0, 16)}Z  ${action.padEnd(9)}  ${from ?? 'nothing'} → ${to ?? 'nothing'}${share}, by ${who}${reason ? `: ${reason}` : ''}`,
    );
  }
}

async function printStatus(target: ReleaseTarget): Promise<void> {
  const { live, canary } = await target.status(name);
  if (!live) return say('Nothing is live.');
  const since = canary ? ', on the days since the canary' : ' in the last 30 days';
  say(`${name} at ${target.url}${since}:`);
  for (const [title, given] of Object.entries({ live, canary })) {
    if (!given) continue;
    const { exposures, days, faults: failed, hangs, failedCalls, firstPaintMs } = given.use;
    say(
      `  ${title.padEnd(6)}  ${given.version}: ${exposures} exposures on ${days} days, ${failed} faults, of them ${hangs} hangs, ${failedCalls} with failed calls, first paint ${firstPaintMs === null ? 'unknown' : `${firstPaintMs} ms`}`,
    );
  }
  if (!canary) return;
  if (!canary.isAttested) say('No browser’s check of the canary is attested: the operator promotes it.');
  if (canary.missing.length === 0) return say('The number is enough to promote it.');
  say('The number is not enough yet; --promote needs --why "…":');
  for (const reason of canary.missing) say(`  - ${reason}`);
}

async function printFaults(target: ReleaseTarget): Promise<void> {
  const faults = await target.faults(name);
  if (faults.length === 0) return say(`Nothing of ${name} failed in the last 30 days.`);
  for (const { version, outcome, error, stack, sessions, lastAt } of faults) {
    say(
      `${version} ${outcome} in ${sessions} sessions, the last ${lastAt.slice(0, 16)}Z: ${error ?? 'no error was sent'}`,
    );
    for (const place of stack) say(`    at ${place}`);
  }
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
