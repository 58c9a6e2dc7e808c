import { CATEGORIES, type Category, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';

/** How a category of a day is shown: each icon has a colour, a shape and a word. */
export type AnswerIconName = 'good' | 'otherwise' | 'warning';

export const ICON_WORDS: Record<AnswerIconName, string> = {
  good: 'good',
  otherwise: 'not so good',
  warning: 'warning sign',
};

export const CATEGORY_WORDS: Record<Category, string> = { sleep: 'Sleep', mood: 'Mood', active: 'Activity' };

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

export const hasWarning = (record: DailyRecord): boolean => record.symptoms.some(({ redflag }) => redflag);

/** What was chosen in a category of a day, in words: its symptoms, and after an active day the activities. */
export const chosenInWords = (
  { symptoms, activities }: Pick<DailyRecord, 'symptoms' | 'activities'>,
  category: Category,
): string[] => [
  ...symptoms
    .filter((symptom) => symptom.category === category)
    .map(({ text, redflag }) => (redflag ? `${text} (warning sign)` : text)),
  ...(category === 'active' ? activities.map(({ text }) => text) : []),
];

/** `Sleep good, mood warning sign, activity good`. */
export const recordInWords = (record: DailyRecord): string =>
  CATEGORIES.map((category, index) => {
    const name = CATEGORY_WORDS[category];
    return `${index === 0 ? name : name.toLowerCase()} ${ICON_WORDS[iconOf(record, category)]}`;
  }).join(', ');

/** `Sleep good. Mood not so good: Feeling low (warning sign). Activity good: Walk.` */
export const recordInSentences = (record: DailyRecord): string =>
  CATEGORIES.map((category) => {
    const answer = record[category] ? ICON_WORDS.good : ICON_WORDS.otherwise;
    const chosen = chosenInWords(record, category);
    return `${CATEGORY_WORDS[category]} ${answer}${chosen.length > 0 ? `: ${chosen.join(', ')}` : ''}.`;
  }).join(' ');
