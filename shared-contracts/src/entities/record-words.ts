import { CHECK_UP_FIELDS } from './check-up-fields.ts';
import { CATEGORIES, type Category, type DailyRecord } from './tracker.ts';

export const CATEGORY_NAMES: Record<Category, string> = {
  sleep: CHECK_UP_FIELDS.sleep.name,
  mood: CHECK_UP_FIELDS.mood.name,
  active: CHECK_UP_FIELDS.active.name,
};

/** A category's answer: `good`. */
export const answerInWords = (record: DailyRecord, category: Category): string =>
  CHECK_UP_FIELDS[category].words(record[category]);

/** The symptoms chosen in a category of a day: `Feeling low (warning sign)`. */
export const symptomsInWords = ({ symptoms }: Pick<DailyRecord, 'symptoms'>, category: Category): string[] =>
  symptoms
    .filter((symptom) => symptom.category === category)
    .map(({ text, redflag }) => (redflag ? `${text} (warning sign)` : text));

/** What was chosen in a category of a day, in words: its symptoms, and after an active day the activities. */
export const chosenInWords = (
  record: Pick<DailyRecord, 'symptoms' | 'activities'>,
  category: Category,
): string[] => [
  ...symptomsInWords(record, category),
  ...(category === 'active' ? record.activities.map(({ text }) => text) : []),
];

/** `Sleep good. Mood not so good: Feeling low (warning sign). Activity good: Walk.` */
export const recordInSentences = (record: DailyRecord): string =>
  CATEGORIES.map((category) => {
    const chosen = chosenInWords(record, category);
    const answer = `${CATEGORY_NAMES[category]} ${answerInWords(record, category)}`;
    return `${answer}${chosen.length > 0 ? `: ${chosen.join(', ')}` : ''}.`;
  }).join(' ');
