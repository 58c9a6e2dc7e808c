import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { BuildError } from './build-error.ts';

export interface SourcePackage {
  /** `shell`, `mf-plan`: the name without scope; in a checkout the folder's as well. */
  name: string;
  folder: string;
  /** Of the repository: the checkout, or the package's own folder. */
  root: string;
  /**
   * Hash of everything its release could be made of, and of more: other packages' dependencies and the build itself. It says
   * whether to build; what was built says the version.
   */
  inputs: string;
}

/** Whether a folder is a checkout of the product, not the repository of one package. */
export const isCheckout = (folder: string): boolean => existsSync(join(folder, 'shared-contracts'));

/** The folder of a package: below a checkout, or all of a repository of its own. */
export const packageFolder = (root: string, name: string): string =>
  isCheckout(root) ? join(root, name) : root;

/** The package that someone works in, and its repository. Throws BuildError where there is none. */
export function workingPackage(folder: string): Pick<SourcePackage, 'root' | 'name'> {
  if (isCheckout(dirname(folder))) return { root: dirname(folder), name: basename(folder) };
  const file = join(folder, 'package.json');
  if (!existsSync(file))
    throw new BuildError(`${folder} has no package.json, and lies in no checkout of the product.`);
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name: string };
  return { root: folder, name: name.replace(/^@[^/]+\//, '') };
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
  const hash = createHash('sha256');
  const lock = join(root, 'package-lock.json');
  if (existsSync(lock)) hash.update(readFileSync(lock));
  const inCheckout = join(root, 'shared-contracts');
  const [contracts, build] = isCheckout(root)
    ? [inCheckout, join(inCheckout, 'tooling/build')]
    : [installedContracts(), import.meta.dirname];
  hash.update(readFileSync(join(contracts, 'package.json')));
  for (const folder of [join(contracts, 'src'), build]) hashFolder(hash, folder);
  return hash;
}

function installedContracts(): string {
  const file = findPackageJSON('@stepwise/shared-contracts', import.meta.url);
  if (!file) throw new Error('@stepwise/shared-contracts is not installed.');
  return dirname(file);
}

/** A package of a checkout, or of a repository of its own, as it is now. */
export function sourcePackage(root: string, name: string, common = hashCommon(root)): SourcePackage {
  const folder = packageFolder(root, name);
  const hash = common.copy().update(readFileSync(join(folder, 'package.json')));
  hashFolder(hash, join(folder, 'src'));
  return { name, folder, root, inputs: hash.digest('hex').slice(0, 16) };
}

/** The shell and every `mf-*` folder of a checkout. */
export function sourcePackages(root: string): SourcePackage[] {
  const common = hashCommon(root);
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(shell$|mf-)/.test(entry.name))
    .map(({ name }) => sourcePackage(root, name, common))
    .sort((a, b) => a.name.localeCompare(b.name));
}
