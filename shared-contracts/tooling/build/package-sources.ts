import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface SourcePackage {
  /** `shell`, `mf-plan`: folder name, and the name without scope. */
  name: string;
  folder: string;
  /** `<version of package.json>-<8 hex digits of everything its release is made of>`. */
  version: string;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

function hashFolder(hash: Hash, folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    hash.update(`\0${file.slice(folder.length)}\0`);
    hash.update(readFileSync(file));
  }
}

function hashCommon(root: string): Hash {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['src', 'tooling']) hashFolder(hash, join(root, 'shared-contracts', folder));
  return hash;
}

/** The version that a package's sources make, those it shares with the others included. */
export function packageVersion(folder: string, common = hashCommon(dirname(folder))): string {
  const description = readFileSync(join(folder, 'package.json'), 'utf8');
  const hash = common.copy().update(description);
  hashFolder(hash, join(folder, 'src'));
  const { version } = JSON.parse(description) as { version: string };
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

/** The shell and every `mf-*` folder of a checkout. */
export function sourcePackages(root: string): SourcePackage[] {
  const common = hashCommon(root);
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(shell$|mf-)/.test(entry.name))
    .map(({ name }) => ({ name, folder: join(root, name) }))
    .map((source) => ({ ...source, version: packageVersion(source.folder, common) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
