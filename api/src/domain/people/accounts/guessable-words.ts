import type { Content } from '../../core/content/load-content.ts';

const MIN_LENGTH = 3;
const wordsOf = (text: string): string[] => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)];

/**
 * The words that someone who guesses a password tries first: those of the trial, and those that stand close to the person,
 * their name and email address with its parts.
 */
export function guessableWords({ product, medicines }: Content, person: readonly string[]): string[] {
  const texts = [product.name, product.trial, ...product.passwordWords, ...person];
  const words = [...texts, ...medicines.map(({ name }) => name)].flatMap(wordsOf);
  return [...new Set(words.map((word) => word.toLowerCase()))].filter(({ length }) => length >= MIN_LENGTH);
}
