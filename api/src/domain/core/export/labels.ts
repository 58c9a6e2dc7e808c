import type { Content } from '../content/load-content.ts';

export type Labels = ReadonlyMap<string, string>;

/** Replaces what a participant wrote on a list of their own, which only they read. */
export const OWN_ITEM = 'Own item';

export const labelled = (labels: Record<string | number, string>): Labels => new Map(Object.entries(labels));

export const ARM_LABELS = labelled({ reduction: 'Reduction', 'usual-care': 'Usual care' });

/** `mg a day`, with every unit that the trial's medicines have. */
export const dailyUnit = ({ medicines }: Content): string =>
  `${[...new Set(medicines.map(({ unit }) => unit))].join(' or ')} a day`;

/** The texts of a list of the trial, each its own label. */
export const listLabels = (list: readonly { text: string }[]): Labels =>
  new Map([...list.map(({ text }) => text), OWN_ITEM].map((text) => [text, text]));

const plain = (html: string): string => html.replace(/<[^>]*>/g, '').trim();

export const questionLabels = ({ setup }: Content): Labels =>
  new Map(setup.questions.map(({ id, text }) => [String(id), plain(text)]));

/** The options of all setup questions; those of the dose question are the medicines' doses. */
export const optionLabels = ({ setup, medicines }: Content): Labels =>
  new Map([
    ...setup.questions.flatMap(({ options }) => options.map(({ id, text }) => [String(id), text] as const)),
    ...medicines.flatMap(({ name, doses }) =>
      doses.map(({ id, text }) => [String(id), `${name}, ${text}`] as const),
    ),
  ]);

/** Says for each dose that is stored as a rounded number which one it stands for. */
export const roundedDoses = ({ medicines }: Content): string =>
  medicines
    .flatMap(({ name, unit, doses }) =>
      doses
        .filter(({ dose, mg }) => dose !== mg)
        .map(({ dose, mg }) => ` ${dose} stands for ${mg} ${unit} of ${name.toLowerCase()}.`),
    )
    .join('');

export const formLabels = ({ medicines }: Content): Labels =>
  new Map(
    medicines.flatMap(({ name, forms }) =>
      forms.map(({ id, text }) => [String(id), `${name}, ${text}`] as const),
    ),
  );

export const scheduleLabels = ({ schedules }: Content): Labels =>
  new Map(schedules.map(({ id, text }) => [String(id), text]));
