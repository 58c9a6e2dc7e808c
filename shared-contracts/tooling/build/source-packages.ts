import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourcePackage {
  /** `shell`, `mf-plan`: folder name, and the name without scope. */
  name: string;
  folder: string;
  /**
   * Hash of everything its release could be made of, and of more: other packages' dependencies and the build itself. It says
   * whether to build; what was built says the version.
   */
  inputs: string;
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
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(join(root, 'shared-contracts/package.json')));
  for (const folder of ['src', 'tooling/build']) hashFolder(hash, join(root, 'shared-contracts', folder));
  return hash;
}

/** The package in a folder of a checkout, as it is now. */
export function sourcePackage(root: string, name: string, common = hashCommon(root)): SourcePackage {
  const folder = join(root, name);
  const hash = common.copy().update(readFileSync(join(folder, 'package.json')));
  hashFolder(hash, join(folder, 'src'));
  return { name, folder, inputs: hash.digest('hex').slice(0, 16) };
}

/** The shell and every `mf-*` folder of a checkout. */
export function sourcePackages(root: string): SourcePackage[] {
  const common = hashCommon(root);
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(shell$|mf-)/.test(entry.name))
    .map(({ name }) => sourcePackage(root, name, common))
    .sort((a, b) => a.name.localeCompare(b.name));
}
