import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script of this folder without comments and indentation: every document carries it. */
export const inlineScript = (file: string): string =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .replace(/^ *\/[/*].*\n/gm, '')
    .replace(/^ +/gm, '');
