import { cp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  lastGoodRelease,
  liveRelease,
  type Release,
  releaseFolder,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { entryOf } from '@stepwise/shared-contracts/release/budgets';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { flipBack, flipCanary, flipTo } from '@stepwise/tooling/release/flip';
import { changeRegistry, readRegistry } from '@stepwise/tooling/release/registry-store';

const origin = () => ({ who: 'the test', at: new Date() });

export type Fault = 'missing' | 'tampered' | 'throws';

/** Wraps a container, so that each page and slot of its feature throws while it renders. */
const throwing = (container: string): string => `
{
  const whole = ${container};
  const broken = (parts) =>
    Object.fromEntries(Object.keys(parts).map((name) => [name, () => { throw new Error('broken on purpose'); }]));
  ${container} = {
    init: whole.init,
    get: async (name) => {
      const { feature } = (await whole.get(name))();
      return () => ({ feature: { ...feature, pages: broken(feature.pages), slots: broken(feature.slots) } });
    },
  };
}`;

/**
 * Makes a new release of a feature out of its live one, broken in one way, in a folder of releases of the test's own.
 * It goes to everyone, so that the release before becomes the last good one, or to a canary of `traffic` per cent.
 */
export async function releaseBroken(
  releases: string,
  { name, version, fault, traffic }: { name: string; version: string; fault: Fault; traffic?: number },
): Promise<void> {
  const registry = await readRegistry(releases);
  const live = liveRelease(registry, name);
  if (!live?.extras.container) throw new Error(`${name} is not built.`);
  const container = `${name}_${version}`.replace(/\W/g, '_');
  const folder = `/features/${name}/${version}/`;
  const output = join(releases, folder);
  await cp(join(releases, releaseFolder(live)), output, { recursive: true });

  const assets: Release['extras']['assets'] = [];
  const entry = live.url.slice(releaseFolder(live).length);
  const isEntryLast = (path: string) => Number(path === entry);
  const pins: [string, string][] = [];
  for (const { path, integrity } of live.extras.assets.toSorted(
    (a, b) => isEntryLast(a.path) - isEntryLast(b.path),
  )) {
    // What the server has no compressed form of it serves as it is.
    for (const form of ['.br', '.gz']) await rm(join(output, path + form), { force: true });
    let text = (await readFile(join(output, path), 'utf8')).replaceAll(live.extras.container, container);
    for (const [before, after] of pins) text = text.replaceAll(before, after);
    if (path === entry && fault === 'throws') text += throwing(container);
    const content = Buffer.from(text);
    await writeFile(join(output, path), content);
    pins.push([integrity, integrityOf(content)]);
    assets.push({ path, integrity: integrityOf(content), bytes: content.length });
  }
  if (fault === 'missing') await unlink(join(output, 'feature.js'));
  if (fault === 'tampered') await writeFile(join(output, 'feature.js'), 'globalThis.tampered = true;');

  const release: Release = {
    url: folder + entry,
    metadata: { version, integrity: assets.find(({ path }) => path === entry)?.integrity ?? '' },
    extras: { ...live.extras, assets, container },
  };
  const flip = traffic ? flipCanary(registry, name, release, traffic) : flipTo(registry, name, release);
  await changeRegistry(releases, registry.revision, flip, origin());
}

/** The script of a broken shell. If it is missing or tampered with, the registry keeps the good one's hash. */
const SHELL_FAULTS = {
  missing: undefined,
  tampered: 'globalThis.tampered = true;',
  throws: 'throw new Error("broken on purpose");',
  'throws while it starts': 'void (async () => { throw new Error("broken on purpose"); })();',
  'shows nothing': ';',
} as const;
export type ShellFault = keyof typeof SHELL_FAULTS;

/** Makes a new release of the shell out of its live one, as `releaseBroken` does of a feature. */
export async function releaseBrokenShell(
  releases: string,
  { version, fault, traffic }: { version: string; fault: ShellFault; traffic?: number },
): Promise<void> {
  const registry = await readRegistry(releases);
  const live = liveRelease(registry, SHELL);
  if (!live) throw new Error('The shell is not built.');
  const folder = `/shell/${version}/`;
  const entry = entryOf(live);
  const file = join(releases, folder, entry);
  await cp(join(releases, releaseFolder(live)), join(releases, folder), { recursive: true });
  for (const form of ['.br', '.gz']) await rm(file + form, { force: true });
  const script = SHELL_FAULTS[fault];
  if (script === undefined) await unlink(file);
  else await writeFile(file, script);

  const isWhole = fault === 'missing' || fault === 'tampered';
  const integrity = isWhole ? live.metadata.integrity : integrityOf(Buffer.from(script ?? ''));
  const assets = live.extras.assets.map((asset) => (asset.path === entry ? { ...asset, integrity } : asset));
  const release: Release = {
    url: folder + entry,
    metadata: { version, integrity },
    extras: { ...live.extras, assets },
  };
  const flip = traffic ? flipCanary(registry, SHELL, release, traffic) : flipTo(registry, SHELL, release);
  await changeRegistry(releases, registry.revision, flip, origin());
}

/** Makes the last good release of a package live again. */
export async function rollBack(releases: string, name: string): Promise<void> {
  const registry = await readRegistry(releases);
  const good = lastGoodRelease(registry, name);
  if (!good) throw new Error(`${name} has no last good release.`);
  await changeRegistry(releases, registry.revision, flipBack(registry, name, good), origin());
}
