import type { ContentFiles } from './content.schema.ts';

const WORDS = [
  'clinic',
  'depress',
  'dose',
  'medic',
  'mood',
  'pill',
  'research',
  'study',
  'symptom',
  'tablet',
  'taper',
  'trial',
  'withdraw',
];

/** The first word of a text from which others could tell what it is about: the trial, an illness, a medicine; or undefined. */
export function findDisclosingTerm(
  text: string,
  {
    medicines,
    product,
  }: {
    medicines: ContentFiles['medicines']['medicines'];
    product: Pick<ContentFiles['product'], 'medicine'>;
  },
): string | undefined {
  const names = [product.medicine.name, ...medicines.flatMap(({ name, unit }) => [name, unit])].map((name) =>
    name.replaceAll(/[^\p{L}]/gu, '.'),
  );
  return new RegExp(`\\b(${[...WORDS, ...names].join('|')})\\w*`, 'iu').exec(text)?.[0];
}
