import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTRY_SCHEMA, type Registry, type Release, SHELL } from '../federation/registry.ts';

/** Where releases lie unless STEPWISE_RELEASES names another folder. */
export const releasesFolder = (root: string): string =>
  process.env.STEPWISE_RELEASES || join(root, '.stepwise/releases');

/** A release's folder below the releases' folder, which is also its path in the product's address. */
export const releasePath = ({ name, version }: { name: string; version: string }): string =>
  name === SHELL ? `shell/${version}` : `features/${name}/${version}`;

/** What a release says of itself; it is written last, so a folder with it is whole. */
export const RELEASE_FILE = 'release.json';

/** A release that has been built, or undefined. */
export function readRelease(releases: string, path: string): Release | undefined {
  return readJson(join(releases, path, RELEASE_FILE)) as Release | undefined;
}

/** Makes these releases, by package name, the live ones. What is live of a package without one stays. */
export function makeLive(releases: string, live: ReadonlyMap<string, Release | undefined>): void {
  const file = join(releases, 'registry.json');
  const previous = readJson(file) as Registry | undefined;
  const microFrontends: Registry['microFrontends'] = { ...previous?.microFrontends };
  for (const [name, release] of live) if (release) microFrontends[name] = [release];
  if (JSON.stringify(previous?.microFrontends) === JSON.stringify(microFrontends)) return;
  const registry: Registry = {
    schema: REGISTRY_SCHEMA,
    revision: (previous?.revision ?? 0) + 1,
    microFrontends,
  };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(registry, null, 2));
  renameSync(draft, file);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
