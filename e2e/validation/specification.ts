import { readFileSync } from 'node:fs';

const SPECIFICATION = `${import.meta.dirname}/specification.md`;

/** Every statement of the specification, whole: a sentence, or a row of a table. Headings are none. */
export function readStatements(text = readFileSync(SPECIFICATION, 'utf8')): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#') || /^\|[-|]+\|$/.test(line)) return [];
    if (line.startsWith('|')) return [line];
    const words = line.replace(/^(- |\d\. )/, '').trim();
    return words === '' ? [] : words.split(/(?<=[.!?]['’]?) (?=[A-Z'‘])/);
  });
}
