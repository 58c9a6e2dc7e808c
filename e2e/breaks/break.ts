import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small change of a source that one of the tests has to find. */
export interface Break {
  /** What it breaks, such as the number of a requirement. */
  id: string;
  /** From the root of the checkout. */
  file: string;
  /** Stands in the file once. */
  find: string;
  replace: string;
  /** By file of tests: their own titles as in the source; without titles the whole file. */
  tests: Readonly<Record<string, readonly string[]>>;
}

/** The file's text with the change in it. Throws where it does not have `find`, once, or the change changes nothing. */
export function readBroken(root: string, { file, find, replace }: Pick<Break, 'file' | 'find' | 'replace'>) {
  const parts = readFileSync(join(root, file), 'utf8').split(find);
  if (parts.length !== 2 || find === replace)
    throw new Error(`${file} has “${find}” ${parts.length - 1} times and not once: renew the break.`);
  return parts.join(replace);
}

/** Changes the file; returns what changes it back. */
export function plant(root: string, change: Pick<Break, 'file' | 'find' | 'replace'>): () => void {
  const file = join(root, change.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, readBroken(root, change));
  return () => writeFileSync(file, text);
}
