import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES, type Category, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';

/** How a category of a day is shown: each icon has a colour, a shape and a word. */
export type AnswerIconName = 'good' | 'otherwise' | 'warning';

export const ICON_WORDS: Record<AnswerIconName, string> = {
  good: 'good',
  otherwise: 'not so good',
  warning: 'warning sign',
};

/** Warning when any selected symptom of the category is flagged, good for a good answer, otherwise the rest. */
export function iconOf(record: DailyRecord, category: Category): AnswerIconName {
  if (record.symptoms.some((symptom) => symptom.category === category && symptom.redflag)) return 'warning';
  return record[category] ? 'good' : 'otherwise';
}

/** The icon for several records of one date: a warning where one of them has it, else that of the last. */
export function iconOfAll(records: readonly DailyRecord[], category: Category): AnswerIconName | undefined {
  const icons = records.map((record) => iconOf(record, category));
  return icons.includes('warning') ? 'warning' : icons.at(-1);
}

/** `Sleep good, mood warning sign, activity good`. */
export const recordInWords = (record: DailyRecord): string =>
  CATEGORIES.map((category, index) => {
    const name = CATEGORY_NAMES[category];
    return `${index === 0 ? name : name.toLowerCase()} ${ICON_WORDS[iconOf(record, category)]}`;
  }).join(', ');
