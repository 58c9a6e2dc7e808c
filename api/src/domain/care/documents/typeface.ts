import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { readWoff } from './read-woff.ts';

const { resolve } = createRequire(import.meta.url);

export type Weight = 400 | 700;

/** The design system's typeface, and one that has the letters it lacks. Each is cut into files by script. */
const FAMILIES = [
  { name: 'figtree', scripts: ['latin', 'latin-ext'] },
  {
    name: 'noto-sans',
    scripts: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  },
] as const;

/** Stands for a letter that no typeface here has. */
export const MISSING = '\ufffd';

/** A font file, by a name of its own. */
interface FontFile {
  id: string;
  data: Buffer;
  has(letter: string): boolean;
}

const opened = new Map<string, FontFile>();

function fontFile(family: string, script: string, weight: Weight): FontFile {
  const id = `${family}-${script}-${weight}`;
  const known = opened.get(id);
  if (known) return known;
  // The .woff2 files would be smaller, but pdfkit's subsetter breaks on their composite letters.
  const data = readWoff(resolve(`@fontsource/${family}/files/${id}-normal.woff`));
  const characters = new Set((create(data) as Font).characterSet);
  const file: FontFile = {
    id,
    data,
    has: (letter) => [...letter].every((sign) => characters.has(sign.codePointAt(0) as number)),
  };
  opened.set(id, file);
  return file;
}

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text, each as a reader sees it: with its accents, whichever way they were typed. */
const lettersOf = (text: string): string[] =>
  [...LETTERS.segment(text.normalize('NFC'))].map(({ segment }) => segment);

/** The first of the files that has a letter. A file is opened only when those before it lack the letter. */
function fileWith(letter: string, weight: Weight, families: readonly (typeof FAMILIES)[number][]) {
  for (const { name, scripts } of families)
    for (const script of scripts) {
      const file = fontFile(name, script, weight);
      if (file.has(letter)) return file;
    }
  return undefined;
}

/** Whether a document can show every letter of a text. */
export const canPrint = (text: string): boolean =>
  lettersOf(text).every((letter) => fileWith(letter, 400, FAMILIES));

export interface Run {
  file: FontFile;
  text: string;
}

/**
 * Cuts a text into runs of one font file each. A word keeps to one family where that has all its letters; a letter
 * that none has becomes `MISSING`.
 */
export function cutIntoRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const word of text.normalize('NFC').split(/(?<=\s)(?=\S)/)) {
    const letters = lettersOf(word);
    const whole = FAMILIES.filter((family) => letters.every((letter) => fileWith(letter, weight, [family])));
    for (const letter of letters) {
      const found = fileWith(letter, weight, whole.length > 0 ? whole : FAMILIES);
      const file = found ?? (fileWith(MISSING, weight, FAMILIES) as FontFile);
      const shown = found ? letter : MISSING;
      const last = runs.at(-1);
      if (last?.file === file) last.text += shown;
      else runs.push({ file, text: shown });
    }
  }
  return runs;
}
