import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const TEMPLATE = resolve(import.meta.dirname, '../../feature-template');
const NAME = /^(mf-)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

/** A feature that cannot be made, in plain words. */
export class NewFeatureError extends Error {
  override name = 'NewFeatureError';
}

/**
 * Makes the folder of a new feature from the template: a page for participants with its test, a route and an entry of the
 * navigation, all in its manifest. Returns the package's name. Throws NewFeatureError.
 */
export function createFeature(root: string, given: string, template = TEMPLATE): string {
  const [, , kebab] = NAME.exec(given) ?? [];
  if (!kebab) throw new NewFeatureError('Give a name in small letters, such as diary or sleep-notes.');
  const name = `mf-${kebab}`;
  const folder = join(root, name);
  if (existsSync(folder)) throw new NewFeatureError(`There is a folder ${name} already.`);
  cpSync(template, folder, { recursive: true });
  const words = spellings(kebab);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, replaceAll(readFileSync(file, 'utf8'), words));
    renameSync(file, join(entry.parentPath, replaceAll(entry.name, words)));
  }
  return name;
}

/** How the template spells its own name, and how the new feature spells each. */
function spellings(kebab: string): [template: string, feature: string][] {
  const parts = kebab.split('-');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = parts.map(capital).join('');
  return [
    ['new-feature', kebab],
    ['newFeature', pascal.charAt(0).toLowerCase() + pascal.slice(1)],
    ['NewFeature', pascal],
    ['New feature', capital(parts.join(' '))],
  ];
}

const replaceAll = (text: string, words: [string, string][]): string =>
  words.reduce((changed, [template, feature]) => changed.replaceAll(template, feature), text);
