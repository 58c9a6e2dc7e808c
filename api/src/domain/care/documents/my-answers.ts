import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { baselineOptions } from '@stepwise/shared-contracts/entities/baseline';
import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES } from '@stepwise/shared-contracts/entities/tracker';
import { csvLine } from '../../../platform/csv/csv.ts';

export type Answered = Pick<
  AllData,
  | 'user'
  | 'baseline'
  | 'baselineWords'
  | 'setupQuestions'
  | 'setupAnswers'
  | 'medication'
  | 'activities'
  | 'symptoms'
>;

interface Part {
  heading: string;
  facts: (readonly [label: string, value: string])[];
}

/** What a participant chose, answered and listed, beside their daily records: by part, each with its label. */
export function myAnswers({
  user,
  activities,
  symptoms,
  baseline,
  baselineWords,
  ...setup
}: Answered): Part[] {
  const { surveydone, surveyineligible, futureContact } = user;
  const outcome = surveyineligible ? 'by it you could not take part' : 'by it you can take part';
  return [
    {
      heading: 'Your choices',
      facts: [
        ['First survey', surveydone ? `Done; ${outcome}. Its answers are not kept.` : 'Not done'],
        ['We may contact you about other research', futureContact ? 'Yes' : 'No'],
      ],
    },
    ...baselineParts(),
    { heading: 'Your answers for the plan', facts: answersOf(setup) },
    { heading: 'Your activities', facts: activities.map(({ text }) => ['Activity', text] as const) },
    {
      heading: 'Your symptoms',
      facts: CATEGORIES.flatMap((category) =>
        symptoms
          .filter((symptom) => symptom.category === category)
          .map(
            ({ text, redflag }) =>
              [CATEGORY_NAMES[category], redflag ? `${text} (a warning sign)` : text] as const,
          ),
      ),
    },
  ];

  function baselineParts(): Part[] {
    if (!baseline || !baselineWords) return [];
    const offered = baselineOptions(setup, baseline.medicine);
    const facts = (['medicine', 'dose', 'duration'] as const).flatMap((field) => {
      const option = offered[field].find(({ id }) => id === baseline[field]);
      return option ? [[baselineWords[field], option.text] as const] : [];
    });
    return [{ heading: 'Your medicine before the groups were drawn', facts }];
  }
}

/** The question about the dose has no options of its own: they are the medicine's. */
function answersOf({
  setupQuestions,
  setupAnswers,
  medication,
}: Pick<Answered, 'setupQuestions' | 'setupAnswers' | 'medication'>): Part['facts'] {
  const doses = medication.flatMap(({ doses }) => doses);
  return setupAnswers.flatMap(({ qid, oid }) => {
    const question = setupQuestions.find(({ id }) => id === qid);
    const option = [...(question?.options ?? []), ...doses].find(({ id }) => id === oid);
    return question && option ? [[question.text, option.text] as const] : [];
  });
}

/** The same as CSV (RFC 4180, UTF-8), one line each. */
export const myAnswersCsv = (data: Answered): string =>
  [
    ['Part', 'Question or list', 'Answer'],
    ...myAnswers(data).flatMap(({ heading, facts }) =>
      facts.map(([label, value]) => [heading, label, value]),
    ),
  ]
    .map(csvLine)
    .join('');
