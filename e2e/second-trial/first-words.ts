import { join } from 'node:path';
import {
  type Content,
  contentFileNames,
  loadContent,
} from '@stepwise/api/src/domain/core/content/load-content.ts';
import { readPdf } from '@stepwise/api/src/testing/read-pdf.ts';
import { parse } from 'yaml';
import { textsOf } from '../screens/other-words.ts';

export const SECOND_CONTENT = join(import.meta.dirname, 'content');
export const secondContent = loadContent(SECOND_CONTENT);
const first = loadContent(join(import.meta.dirname, '../../api/content'));

const sentences = ({ sources }: Content) =>
  contentFileNames.flatMap((file) => textsOf(parse(sources[file]), '').map(([, text]) => text));

const ofSecond = sentences(secondContent).join('\n');
/** Every trial's: words of the specification, and the addresses of the demonstration accounts. */
const OF_EVERY_TRIAL = ['Privacy Statement'];
const DEMONSTRATION_DOMAIN = '@demo.stepwise.example';

/** Names, numbers and units of the first trial that are one word. */
const { medicine, contacts, researchTeam } = first.product;
const NAMES = [
  ...first.medicines.map(({ name }) => name),
  ...[medicine.name, medicine.many, first.product.name, 'depression', 'mg'],
  ...[contacts.emergency.number, contacts.counselling.name, contacts.counselling.number],
  ...[researchTeam.phone, researchTeam.email],
];
const named = new RegExp(
  `(?<![\\p{L}\\d_])(${NAMES.map((name) => RegExp.escape(name)).join('|')})(?![\\p{L}\\d_])`,
  'giu',
);
const phrases = [...new Set(sentences(first))].filter(
  (text) => !ofSecond.includes(text) && !OF_EVERY_TRIAL.includes(text),
);

/** The words of the first trial in a text of the second: its names and numbers, and every text of its content. */
export function firstWordsIn(shown: string): string[] {
  const text = shown.replaceAll(DEMONSTRATION_DOMAIN, '');
  return [...(text.match(named) ?? []), ...phrases.filter((phrase) => text.includes(phrase))];
}

export const pdfWords = (pdf: Buffer): string =>
  readPdf(pdf)
    .pieces.map(({ text }) => text)
    .join(' ');
