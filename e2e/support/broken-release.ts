import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { containerName, releasePath } from '@stepwise/shared-contracts/release/release-path';

export type Fault = 'none' | 'missing' | 'tampered' | 'throws' | 'throws on the server';

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

const THROWS = 'throw new Error("broken on purpose");';

const entryOf = ({ url }: Release): string => url.slice(url.lastIndexOf('/') + 1);

/** A new release of a feature made out of its live one, broken in one way or not at all. */
export function breakFeature(
  live: BuiltRelease,
  { version, fault }: { version: string; fault: Fault },
): BuiltRelease {
  const { name, release } = live;
  const { container: former } = release.extras;
  if (!former) throw new Error(`${name} has no container.`);
  const container = containerName({ name, version });
  const entry = entryOf(release);
  const assets: Release['extras']['assets'] = [];
  const files = new Map<string, Buffer>();
  const isEntryLast = (path: string) => Number(path === entry);
  const pins: [string, string][] = [];
  for (const { path, integrity } of release.extras.assets.toSorted(
    (a, b) => isEntryLast(a.path) - isEntryLast(b.path),
  )) {
    let text = String(live.files.get(path)).replaceAll(former, container);
    for (const [before, after] of pins) text = text.replaceAll(before, after);
    if (path === entry && fault === 'throws') text += throwing(container);
    if (path === SERVER_FILE && fault === 'throws on the server') text = THROWS;
    const content = Buffer.from(text);
    files.set(path, content);
    pins.push([integrity, integrityOf(content)]);
    assets.push({ path, integrity: integrityOf(content), bytes: content.length });
  }
  if (fault === 'missing') files.delete('feature.js');
  if (fault === 'tampered') files.set('feature.js', Buffer.from('globalThis.tampered = true;'));
  const integrity = assets.find(({ path }) => path === entry)?.integrity ?? '';
  return {
    name,
    release: {
      url: `/${releasePath({ name, version })}/${entry}`,
      metadata: { version, integrity },
      extras: { ...release.extras, assets, container },
    },
    files,
  };
}

/** The script of a broken shell. If it is missing or tampered with, the registry keeps the good one's hash. */
const SHELL_FAULTS = {
  missing: undefined,
  tampered: 'globalThis.tampered = true;',
  throws: THROWS,
  'throws while it starts': 'void (async () => { throw new Error("broken on purpose"); })();',
  'shows nothing': ';',
} as const;
export type ShellFault = keyof typeof SHELL_FAULTS;

/** A new release of the shell made out of its live one, as `breakFeature` makes one of a feature. */
export function breakShell(
  { name, release, files: whole }: BuiltRelease,
  { version, fault }: { version: string; fault: ShellFault },
): BuiltRelease {
  const entry = entryOf(release);
  const isOfEntry = (path: string) => path === entry || path.startsWith(`${entry}.`);
  const files = new Map([...whole].filter(([path]) => !isOfEntry(path)));
  const script = SHELL_FAULTS[fault];
  if (script !== undefined) files.set(entry, Buffer.from(script));

  const isWhole = fault === 'missing' || fault === 'tampered';
  const integrity = isWhole ? release.metadata.integrity : integrityOf(Buffer.from(script ?? ''));
  const assets = release.extras.assets.map((asset) =>
    asset.path === entry ? { ...asset, integrity } : asset,
  );
  return {
    name,
    release: {
      url: `/${releasePath({ name, version })}/${entry}`,
      metadata: { version, integrity },
      extras: { ...release.extras, assets },
    },
    files,
  };
}
