import type { TrialContent } from './content.ts';
import type { PersonFacts } from './person.ts';

export interface StrengthsTruth {
  /** What those at home are called, in the order of the medicine's forms; null until the person said which. */
  atHome: string[] | null;
  /** How to make up the dose, word for word; null where the content has no words for these strengths. */
  howToMake: string | null;
}

/** The medicine that a person reduces. */
export function medicineOf({ medicines, schedules }: TrialContent, { schedule }: PersonFacts) {
  const { medication } = schedules.find(({ id }) => id === schedule) ?? {};
  return medicines.find(({ id }) => id === medication);
}

/** The forms that a person's medicine is sold in. */
export const formsOf = (content: TrialContent, facts: PersonFacts) => medicineOf(content, facts)?.forms ?? [];

/** A dose in mg, which may be stored as another number (specification, section 9: 37 for 37.5 mg). */
export const mgOf = (content: TrialContent, facts: PersonFacts, dose: number): number =>
  medicineOf(content, facts)?.doses.find((each) => each.dose === dose)?.mg ?? dose;

/** What a person has at home of their medicine, and the first row of the content for which they have every form. */
export function strengthsOf(content: TrialContent, facts: PersonFacts, dose: number): StrengthsTruth {
  const { strengths, timesperday } = facts;
  const medicine = medicineOf(content, facts)?.id;
  const mg = mgOf(content, facts, dose);
  const row = content.doses.rows.find(
    (each) =>
      each.medicine === medicine &&
      each.dose === mg &&
      each.timesperday === timesperday &&
      each.take.flat().every(({ form }) => strengths?.includes(form)),
  );
  return {
    atHome:
      strengths &&
      formsOf(content, facts)
        .filter(({ id }) => strengths.includes(id))
        .map(({ text }) => text),
    howToMake: dose > 0 ? (row?.text ?? null) : null,
  };
}
