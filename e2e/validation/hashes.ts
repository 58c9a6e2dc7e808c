import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export const hashFile = (file: string): string => hashOf(readFileSync(file));

const GENERATED = new Set(['node_modules', 'dist', 'test-results']);
/** Corrected by what the tests find, so that it does not ask for another run. */
export const REQUIREMENTS = join('e2e', 'validation', 'requirements.yaml');

const isSource = ({ name }: Dirent): boolean =>
  !GENERATED.has(name) && !name.endsWith('.log') && (name === '.ci' || !name.startsWith('.'));

/** SHA-256 over the sources of a checkout: what was tested and what is reported on are the same. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  const addFolder = (folder: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(isSource);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const place = join(folder, entry.name);
      const path = relative(root, place);
      if (entry.isDirectory()) addFolder(place);
      else if (entry.isFile() && path !== REQUIREMENTS) hash.update(`${path}\0${hashFile(place)}\0`);
    }
  };
  addFolder(root);
  return hash.digest('hex');
}

/** SHA-256 over files by their names. */
export function hashFiles(files: Iterable<readonly [name: string, content: Buffer]>): string {
  return hashOf([...files].map(([name, content]) => `${name}\0${hashOf(content)}\0`).join(''));
}
