import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonceAttribute } from './nonce-attribute.ts';

const script = readFileSync(join(import.meta.dirname, 'before-hydration.js'), 'utf8')
  .replace(/^ *\/\/.*\n/gm, '')
  .replace(/^ +/gm, '');

/** Stands in a document that holds its page's markup, so that nothing a person does before the app answers is lost. */
export const beforeHydration = (nonce: string): string =>
  `<script${nonceAttribute(nonce)}>${script}</script>`;
